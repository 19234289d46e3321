import type { NotifyConfig } from '#src/platform/config.ts'
import { openChannel } from '#src/submissions/channel.ts'
import { type Notifier, openNotifier } from '#src/submissions/notifier.ts'
import { storeFeedback } from '#src/submissions/store.ts'
import type { Store } from '#test/world/store.ts'

export type Notified = {
  id: string
  notified_at: Date | null
  attempts: number
  last_failure: string | null
}

/** A notifier over a store, as `npm start` opens it; failures are collected as text. */
export const openNotifierOn = (
  { db }: Store,
  notify: NotifyConfig,
  failures: string[] = [],
): Notifier =>
  openNotifier({
    postgres: db,
    channel: openChannel(notify),
    onFailure: (error) => failures.push(String(error)),
  })

export const giveFeedback = (store: Store, notifier: Notifier | undefined, message = 'm') =>
  storeFeedback({ postgres: store.db, notifier }, { ...NOTHING, message })

export const NOTHING = {
  keyId: null,
  ein: null,
  email: null,
  feedbackType: null,
  recoverySessionId: null,
  metadata: null,
}

export const readNotified = ({ db }: Store): Promise<Notified[]> =>
  db.query('select id, notified_at, attempts, last_failure from submission order by created_at, id')

/**
 * Advances time: queued submissions become due, as they would in seconds or hours, and those that a
 * process reserved are free, as if it had died.
 */
export async function passTime(store: Store): Promise<void> {
  await store.db.query("update submission set sending_until = now() - interval '1 s'")
  await makeDue(store)
}

/** Makes queued submissions due that no process is sending. */
export async function makeDue({ db }: Store): Promise<void> {
  await db.query(
    `update submission set retry_at = now() - interval '1 s'
     where retry_at is not null and coalesce(sending_until, '-infinity') <= now()`,
  )
}

export async function countJobs({ db }: Store): Promise<number> {
  const rows = await db.query('select from submission where retry_at is not null')
  return rows.length
}
