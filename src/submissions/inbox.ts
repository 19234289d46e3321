import type { Session, SqlValue } from '../platform/clients/postgres.ts'
import { OperatorError } from '../platform/errors.ts'
import { SUBMISSION_COLUMNS, type Submission, type SubmissionKind } from './submission.ts'

/** A submission with the state of its notification. */
export type InboxEntry = Submission & {
  notifiedAt: Date | null
  attempts: number
  /** Why the last attempt failed; null if it did not. */
  lastFailure: string | null
}

/** A search without results, and the searches that were run and proposed instead. */
export type Recovery = { query: string; proposals: unknown; createdAt: Date }

export type InboxFilter = {
  limit: number
  /** The id of an entry; only older ones are listed. */
  before?: string | undefined
  kind?: SubmissionKind | undefined
  /** Only those without a successful notification. */
  notNotified?: boolean | undefined
}

const COLUMNS = `${SUBMISSION_COLUMNS}, notified_at as "notifiedAt", attempts,
  last_failure as "lastFailure"`

/** Lists submissions, newest first. Throws OperatorError if `before` is not an entry. */
export async function listSubmissions(db: Session, filter: InboxFilter): Promise<InboxEntry[]> {
  const { limit, before, kind, notNotified } = filter
  const values: SqlValue[] = [limit]
  const conditions = ['true']
  if (before !== undefined) {
    await requireEntry(db, before)
    values.push(before)
    conditions.push(
      `(created_at, id) < (select created_at, id from submission where id = $${values.length})`,
    )
  }
  if (kind !== undefined) {
    values.push(kind)
    conditions.push(`kind = $${values.length}`)
  }
  if (notNotified) conditions.push('notified_at is null')
  return await db.query<InboxEntry>(
    `select ${COLUMNS} from submission where ${conditions.join(' and ')}
     order by created_at desc, id desc limit $1`,
    values,
  )
}

/**
 * Reads one submission with the searches proposed in its session. Throws OperatorError if the id is
 * unknown.
 */
export async function readSubmission(
  db: Session,
  id: string,
): Promise<{ entry: InboxEntry; recovery: Recovery | undefined }> {
  const [entry] = await db.query<InboxEntry>(`select ${COLUMNS} from submission where id = $1`, [
    id,
  ])
  if (!entry) throw noEntry(id)
  const [recovery] = await db.query<Recovery>(
    'select query, proposals, created_at as "createdAt" from search_recovery where id = $1',
    [entry.recoverySessionId],
  )
  return { entry, recovery }
}

/**
 * Removes one submission, and its search if no other submission refers to it. Throws OperatorError
 * if the id is unknown.
 */
export async function removeSubmission(db: Session, id: string): Promise<void> {
  await requireEntry(db, id)
  await db.query(
    `with removed as (delete from submission where id = $1 returning recovery_session_id)
     delete from search_recovery using removed
     where search_recovery.id = removed.recovery_session_id and not exists (
       select from submission other
       where other.recovery_session_id = search_recovery.id and other.id <> $1
     )`,
    [id],
  )
}

/** Lists the ids of submissions without a successful notification, oldest first. */
export async function listNotNotified(db: Session): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    'select id from submission where notified_at is null order by created_at, id',
  )
  return rows.map(({ id }) => id)
}

async function requireEntry(db: Session, id: string): Promise<void> {
  const found = await db.query('select from submission where id = $1', [id])
  if (found.length === 0) throw noEntry(id)
}

const noEntry = (id: string) =>
  new OperatorError(
    `The inbox has no submission ${JSON.stringify(id.slice(0, 100))}. Run \`npm run inbox\` to list all submissions.`,
  )

/** As long as the use of keys: a year and a month, to look up who asked what and when. */
const KEEP_NOTIFIED_DAYS = 400
/** Feedback on a search arrives in the same conversation, or days later. */
const KEEP_RECOVERIES_DAYS = 30

/**
 * Removes submissions older than 400 days if their notification was sent, and recoveries older than
 * 30 days if no submission refers to them. Throws ApiError StoreUnavailable.
 */
export async function removeOldSubmissions(db: Session, now: Date): Promise<void> {
  await db.query(
    `delete from submission
     where notified_at is not null and created_at < $1::timestamptz - make_interval(days => $2)`,
    [now, KEEP_NOTIFIED_DAYS],
  )
  await db.query(
    `delete from search_recovery
     where created_at < $1::timestamptz - make_interval(days => $2)
       and not exists (select from submission where recovery_session_id = search_recovery.id)`,
    [now, KEEP_RECOVERIES_DAYS],
  )
}
