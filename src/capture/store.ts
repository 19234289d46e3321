import type { Postgres, Session } from '../clients/postgres.ts'
import { ApiError } from '../errors.ts'
import type { Notifier } from './notifier.ts'
import { insertSubmission, type NewSubmission } from './submission.ts'

/** Without a notifier submissions are kept, and nobody is told. */
export type CaptureDeps = { postgres: Postgres; notifier?: Notifier | undefined }

export type Question = { keyId: number | null; ein: string; question: string; email: string }
export type Feedback = Omit<NewSubmission, 'kind'>

/** The id of what was stored, and whether who is to be told of it has been. */
export type Captured = { id: string; isNotified: boolean }

/**
 * Stores a question about an organization, then tells of it (decisions part 10).
 * Throws ApiError ProfileNotFound for an EIN that nothing loaded names, StoreUnavailable.
 */
export const storeQuestion = (deps: CaptureDeps, given: Question): Promise<Captured> => {
  const { keyId, ein, question, email } = given
  return capture(deps, {
    kind: 'question',
    keyId,
    ein,
    message: question,
    email,
    feedbackType: null,
    recoverySessionId: null,
    metadata: null,
  })
}

/**
 * Stores feedback, then tells of it (decisions part 10).
 * Throws ApiError ProfileNotFound for an EIN that nothing loaded names, StoreUnavailable.
 */
export const storeFeedback = (deps: CaptureDeps, given: Feedback): Promise<Captured> =>
  capture(deps, { kind: 'feedback', ...given })

async function capture(deps: CaptureDeps, given: NewSubmission): Promise<Captured> {
  const { postgres, notifier } = deps
  // The job to tell of it is stored with it: whatever happens to this process, it is told of.
  const id = await postgres.transaction(async (session) => {
    if (given.ein !== null) await requireKnown(session, given.ein)
    const stored = await insertSubmission(session, given)
    await notifier?.enqueue(session, stored)
    return stored
  })
  return { id, isNotified: (await notifier?.notify(id)) ?? false }
}

async function requireKnown(session: Session, ein: string): Promise<void> {
  const known = await session.query('select from organization where ein = $1', [ein])
  if (known.length === 0) throw new ApiError('ProfileNotFound')
}
