import type { Session } from '../clients/postgres.ts'

/** As long as the use of keys: a year and a month, to look up what was asked and when. */
const KEEP_TOLD_DAYS = 400
/** Feedback on a search comes in the same conversation, or days later. */
const KEEP_RECOVERIES_DAYS = 30

/**
 * Removes submissions that were told of and are older than 400 days, then recoveries of searches
 * that no submission names and that are older than 30. What nobody was told of stays.
 * Throws ApiError StoreUnavailable.
 */
export async function removeOldSubmissions(db: Session, now: Date): Promise<void> {
  await db.query(
    `delete from submission
     where notified_at is not null and created_at < $1::timestamptz - make_interval(days => $2)`,
    [now, KEEP_TOLD_DAYS],
  )
  await db.query(
    `delete from search_recovery
     where created_at < $1::timestamptz - make_interval(days => $2)
       and not exists (select from submission where recovery_session_id = search_recovery.id)`,
    [now, KEEP_RECOVERIES_DAYS],
  )
}
