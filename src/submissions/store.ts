import { randomBytes } from 'node:crypto'
import type { Postgres, Session } from '../platform/clients/postgres.ts'
import { ApiError } from '../platform/errors.ts'
import type { Notifier } from './notifier.ts'
import type { NewSubmission, SubmissionKind } from './submission.ts'

/** Without a notifier, submissions are only stored. */
export type SubmissionDeps = { postgres: Postgres; notifier?: Notifier | undefined }

type Question = { keyId: number | null; ein: string; question: string; email: string }
export type Feedback = Omit<NewSubmission, 'kind'>

/** The id, and whether the notification succeeded. */
type Stored = { id: string; isNotified: boolean }

/**
 * Stores a question about an organization, then sends a notification. Throws ApiError ProfileNotFound
 * for an unknown EIN, StoreUnavailable.
 */
export const storeQuestion = (deps: SubmissionDeps, given: Question): Promise<Stored> => {
  const { question: message, ...others } = given
  const absent = { feedbackType: null, recoverySessionId: null, metadata: null }
  return storeSubmission(deps, { kind: 'question', ...others, message, ...absent })
}

/**
 * Stores feedback, then sends a notification. Throws ApiError ProfileNotFound for an unknown EIN,
 * StoreUnavailable.
 */
export const storeFeedback = (deps: SubmissionDeps, given: Feedback): Promise<Stored> =>
  storeSubmission(deps, { kind: 'feedback', ...given })

async function storeSubmission(deps: SubmissionDeps, given: NewSubmission): Promise<Stored> {
  const { postgres, notifier } = deps
  // The job is stored in the same transaction, so that a crash loses no notification.
  const id = await postgres.transaction(async (session) => {
    if (given.ein !== null) await requireKnown(session, given.ein)
    const { kind, keyId, ein, message, email, feedbackType, recoverySessionId, metadata } = given
    const id = newId(kind)
    await session.query(
      `insert into submission (id, kind, key_id, ein, message, email, feedback_type,
         recovery_session_id, metadata)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [id, kind, keyId, ein, message, email, feedbackType, recoverySessionId, metadata],
    )
    await notifier?.enqueue(session, id)
    return id
  })
  return { id, isNotified: (await notifier?.notify(id)) ?? false }
}

// People may share an id. 128 random bits cannot be guessed or enumerated; the letter shows the
// kind.
const newId = (kind: SubmissionKind): string =>
  `${kind === 'question' ? 'q' : 'f'}_${randomBytes(16).toString('base64url')}`

async function requireKnown(session: Session, ein: string): Promise<void> {
  const known = await session.query('select from organization where ein = $1', [ein])
  if (known.length === 0) throw new ApiError('ProfileNotFound')
}
