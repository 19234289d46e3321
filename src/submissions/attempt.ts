import type { Session } from '../platform/clients/postgres.ts'
import { OperatorError } from '../platform/errors.ts'
import type { Channel } from './channel.ts'
import { SUBMISSION_COLUMNS, type Submission } from './submission.ts'

/** `sent` by this attempt, sent `earlier`, or being sent by `another` process. */
type Attempt = 'sent' | 'earlier' | 'another'

/** One and a half times the limit of an attempt; a process that takes longer is dead. */
const heldSeconds = ({ limitMs }: Channel): number => (1.5 * limitMs) / 1000

/**
 * Sends one submission, unless it was sent before or another process is sending it, and stores the
 * outcome. On failure, throws OperatorError with a reason without secrets; ApiError
 * StoreUnavailable.
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

// A submission that is gone was removed by an operator.
async function isNotified(db: Session, id: string): Promise<boolean> {
  const waiting = await db.query('select from submission where id = $1 and notified_at is null', [
    id,
  ])
  return waiting.length === 0
}

async function noteFailure(db: Session, id: string, error: unknown): Promise<void> {
  const reason =
    error instanceof OperatorError
      ? error.message
      : 'The attempt failed. For the reason, see the log.'
  await db.query('update submission set sending_until = null, last_failure = $2 where id = $1', [
    id,
    reason,
  ])
}
