import { randomBytes } from 'node:crypto'
import type { Session } from '../platform/clients/postgres.ts'

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

// People may share an id. 128 random bits cannot be guessed or enumerated; the letter shows the
// kind.
const newId = (kind: SubmissionKind): string =>
  `${kind === 'question' ? 'q' : 'f'}_${randomBytes(16).toString('base64url')}`

/** Stores a submission and returns its id. Throws ApiError StoreUnavailable. */
export async function insertSubmission(db: Session, given: NewSubmission): Promise<string> {
  const { kind, keyId, ein, message, email, feedbackType, recoverySessionId, metadata } = given
  const id = newId(kind)
  await db.query(
    `insert into submission (id, kind, key_id, ein, message, email, feedback_type,
       recovery_session_id, metadata)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, kind, keyId, ein, message, email, feedbackType, recoverySessionId, metadata],
  )
  return id
}
