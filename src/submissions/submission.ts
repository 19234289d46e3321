export const SUBMISSION_KINDS = ['question', 'feedback'] as const
export type SubmissionKind = (typeof SUBMISSION_KINDS)[number]

/** A question about an organization, or feedback. Null means not given. */
export type NewSubmission = {
  kind: SubmissionKind
  /** The key it was sent with; null if keys are switched off. */
  keyId: number | null
  ein: string | null
  message: string
  email: string | null
  feedbackType: string | null
  recoverySessionId: string | null
  metadata: object | null
}

export type Submission = NewSubmission & { id: string; createdAt: Date }

/** The columns of `Submission`. */
export const SUBMISSION_COLUMNS = `id, kind, key_id as "keyId", ein, message, email,
  feedback_type as "feedbackType", recovery_session_id as "recoverySessionId", metadata,
  created_at as "createdAt"`
