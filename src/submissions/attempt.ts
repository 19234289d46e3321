import type { Session } from '../platform/clients/postgres.ts'
import { OperatorError } from '../platform/errors.ts'
import type { Channel } from './channel.ts'
import { SUBMISSION_COLUMNS, type Submission } from './submission.ts'

/** `sent` by this attempt, sent `earlier`, or being sent by `another` process. */
type Attempt = 'sent' | 'earlier' | 'another'

/** A submission that this process has reserved; `attempts` includes the one that follows. */
export type Claimed = Submission & { attempts: number }

/** After so many attempts, which take more than a day, only an operator retries. */
export const MAX_ATTEMPTS = 14

/**
 * Queues a submission in the transaction that stores it. It is due only after the request's own
 * attempt has certainly ended.
 */
export async function enqueue(db: Session, id: string, { limitMs }: Channel): Promise<void> {
  await db.query(
    'update submission set retry_at = now() + make_interval(secs => $2) where id = $1',
    [id, (2 * limitMs) / 1000],
  )
}

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
  const claimed = await claim(db, channel, 'id = $2', id)
  if (!claimed) return (await isNotified(db, id)) ? 'earlier' : 'another'
  await sendClaimed(db, channel, claimed, signal)
  return 'sent'
}

/** Reserves a submission that is due, the longest waiting first; undefined if there is none. */
export const claimDue = (db: Session, channel: Channel): Promise<Claimed | undefined> =>
  claim(
    db,
    channel,
    `id = (
      select id from submission
      where retry_at <= now() and notified_at is null
        and (sending_until is null or sending_until <= now())
      order by retry_at limit 1 for update skip locked)`,
  )

// One and a half times the limit of an attempt; a process that takes longer is dead.
async function claim(
  db: Session,
  { limitMs }: Channel,
  which: string,
  ...values: string[]
): Promise<Claimed | undefined> {
  const [claimed] = await db.query<Claimed>(
    `update submission
     set sending_until = now() + make_interval(secs => $1), attempts = attempts + 1
     where notified_at is null and (sending_until is null or sending_until <= now()) and ${which}
     returning ${SUBMISSION_COLUMNS}, attempts`,
    [(1.5 * limitMs) / 1000, ...values],
  )
  return claimed
}

/** Sends a reserved submission and stores the outcome; throws as `attempt` does. */
export async function sendClaimed(
  db: Session,
  channel: Channel,
  claimed: Claimed,
  signal: AbortSignal,
): Promise<void> {
  try {
    await channel.send(claimed, signal)
  } catch (error) {
    await noteFailure(db, claimed.id, error)
    throw error
  }
  await db.query(
    `update submission
     set notified_at = now(), sending_until = null, last_failure = null, retry_at = null
     where id = $1`,
    [claimed.id],
  )
}

// A submission that is gone was removed by an operator.
async function isNotified(db: Session, id: string): Promise<boolean> {
  const waiting = await db.query('select from submission where id = $1 and notified_at is null', [
    id,
  ])
  return waiting.length === 0
}

// The next attempt follows e^n seconds after the nth, at most six hours later. A submission that was
// never queued stays so.
async function noteFailure(db: Session, id: string, error: unknown): Promise<void> {
  const reason =
    error instanceof OperatorError
      ? error.message
      : 'The attempt failed. For the reason, see the log.'
  await db.query(
    `update submission set sending_until = null, last_failure = $2,
       retry_at = case when retry_at is not null and attempts < $3
         then now() + make_interval(secs => least(exp(least(attempts, 10)), 21600)) end
     where id = $1`,
    [id, reason, MAX_ATTEMPTS],
  )
}

/** After this many failures in a row, the receiver is assumed to be down. */
const MAX_FAILURES = 3

/**
 * Sends these submissions one after another and returns the outcome as a sentence. Throws
 * OperatorError with the outcome and the last reason if any failed.
 */
export async function retryAll(db: Session, channel: Channel, ids: string[]): Promise<string> {
  const tally = { sent: 0, earlier: 0, another: 0 }
  const never = new AbortController().signal
  let failed = 0
  let inARow = 0
  let reason = ''
  for (const id of ids) {
    if (inARow >= MAX_FAILURES) break
    try {
      tally[await attempt(db, channel, id, never)] += 1
      inARow = 0
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error
      failed += 1
      inARow += 1
      reason = error.message
    }
  }
  const untried = ids.length - tally.sent - tally.earlier - tally.another - failed
  const outcome = describe([
    [tally.sent, 'sent'],
    [tally.earlier, 'sent earlier'],
    [tally.another, 'being sent by the service'],
    [failed, 'failed'],
    [untried, 'not tried'],
  ])
  if (failed > 0) throw new OperatorError(`${outcome} ${reason}`)
  return outcome
}

function describe(counts: [number, string][]): string {
  const shown = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`)
  return shown.length > 0 ? `${shown.join(', ')}.` : 'All notifications have been sent.'
}
