import type { Session, SqlValue } from '../clients/postgres.ts'
import { OperatorError } from '../errors.ts'
import { SUBMISSION_COLUMNS, type Submission, type SubmissionKind } from './submission.ts'

/** A submission with what became of telling of it. */
export type InboxEntry = Submission & {
  notifiedAt: Date | null
  attempts: number
  /** Why the last attempt failed; null when none did. */
  lastFailure: string | null
}

/** A search the assistant could not answer, and those it proposed instead, as they were run. */
export type Recovery = { query: string; proposals: unknown; createdAt: Date }

export type InboxFilter = {
  /** Entries at most. */
  limit: number
  /** The id of an entry: only older ones are listed. */
  before?: string | undefined
  kind?: SubmissionKind | undefined
  /** Only those nobody was told of. */
  notNotified?: boolean | undefined
}

const COLUMNS = `${SUBMISSION_COLUMNS}, notified_at as "notifiedAt", attempts,
  last_failure as "lastFailure"`

/** Submissions, newest first. Throws OperatorError for a `before` that is no entry. */
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
 * One submission, with the searches that were proposed in the session it names.
 * Throws OperatorError when there is none of that id.
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
 * Removes one submission for good, and the search it is about when no other names that.
 * Throws OperatorError when there is none of that id.
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

/** Ids of those nobody was told of, oldest first: they waited longest. */
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
    `The inbox has no ${JSON.stringify(id.slice(0, 100))}; \`npm run inbox\` lists what it has.`,
  )
