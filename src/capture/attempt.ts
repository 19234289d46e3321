import type { Session } from '../clients/postgres.ts'
import { OperatorError } from '../errors.ts'
import type { Channel } from './channel.ts'
import { SUBMISSION_COLUMNS, type Submission } from './submission.ts'

/** `sent` by this attempt, sent `earlier`, or being sent by `another`. */
export type Attempt = 'sent' | 'earlier' | 'another'

/** Half as long again as an attempt may take: who holds a submission is done or dead by then. */
const heldSeconds = ({ limitMs }: Channel): number => (1.5 * limitMs) / 1000

/**
 * Tells of one submission, unless it has been told of or another process is at it, and notes the
 * outcome with it. Throws OperatorError when it could not be told, for a reason in its message
 * that holds no secret; ApiError StoreUnavailable.
 */
export async function attempt(
  db: Session,
  channel: Channel,
  id: string,
  signal: AbortSignal,
): Promise<Attempt> {
  const submission = await claim(db, id, heldSeconds(channel))
  if (!submission) return (await isNotified(db, id)) ? 'earlier' : 'another'
  try {
    await channel.send(submission, signal)
  } catch (error) {
    await noteFailure(db, id, error)
    throw error
  }
  await db.query(
    `update submission set notified_at = now(), sending_until = null, last_failure = null
     where id = $1`,
    [id],
  )
  return 'sent'
}

async function claim(db: Session, id: string, seconds: number): Promise<Submission | undefined> {
  const [claimed] = await db.query<Submission>(
    `update submission
     set sending_until = now() + make_interval(secs => $2), attempts = attempts + 1
     where id = $1 and notified_at is null and (sending_until is null or sending_until <= now())
     returning ${SUBMISSION_COLUMNS}`,
    [id, seconds],
  )
  return claimed
}

// One that is gone was removed by an operator: there is nothing to tell of.
async function isNotified(db: Session, id: string): Promise<boolean> {
  const waiting = await db.query('select from submission where id = $1 and notified_at is null', [
    id,
  ])
  return waiting.length === 0
}

async function noteFailure(db: Session, id: string, error: unknown): Promise<void> {
  const reason =
    error instanceof OperatorError ? error.message : 'It failed for a reason that the log tells.'
  await db.query('update submission set sending_until = null, last_failure = $2 where id = $1', [
    id,
    reason,
  ])
}
