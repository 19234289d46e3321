import type { Session } from '../clients/postgres.ts'
import type { Allowance } from './allowances.ts'
import { daysBefore } from './utc-day.ts'

/** Whose use of what, and on which UTC day. `client` is `key:<id>` or an address. */
export type Account = { day: string; client: string; allowance: Allowance }
export type Used = Record<Allowance, number>

/** Under which name the use of a key is counted. */
export const keyClient = (id: number): string => `key:${id}`

/**
 * Takes one request from an allowance and returns how many are used with it, or undefined, with
 * nothing taken, when `limit` (-1 for none; 0 is not for here) was used up. One statement: the row
 * is locked from the check to the count, so that however many ask at once and from wherever, no more
 * than the limit succeed. Throws ApiError StoreUnavailable.
 *
 * The count does not wait for the disk: a store that crashes may lose the counts of its last 0.6 s
 * (three times wal_writer_delay), which clients then have once more; nothing else loses any. The
 * setting holds for this statement, and reaches the store through any pooler between.
 */
export async function takeOne(
  db: Session,
  { day, client, allowance }: Account,
  limit: number,
): Promise<number | undefined> {
  const [row] = await db.query<{ used: number }>(
    `insert into usage_day as known (day, client, allowance, used) values ($1, $2, $3, 1)
     on conflict (day, client, allowance) do update set used = known.used + 1
       where $4::bigint < 0 or known.used < $4::bigint
     returning used, set_config('synchronous_commit', 'off', true)`,
    [day, client, allowance, limit],
  )
  return row?.used
}

/** Gives back one that was taken. Throws ApiError StoreUnavailable. */
export async function giveBack(db: Session, { day, client, allowance }: Account): Promise<void> {
  await db.query(
    `update usage_day set used = used - 1
     where day = $1 and client = $2 and allowance = $3 and used > 0
     returning set_config('synchronous_commit', 'off', true)`,
    [day, client, allowance],
  )
}

/**
 * Gives what one client used on a day to another, which has used nothing; later days, too, as the
 * clock of some process may be ahead. Throws ApiError StoreUnavailable.
 */
export async function moveUsage(
  db: Session,
  day: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await db.query('update usage_day set client = $3 where day >= $1 and client = $2', [
    day,
    from,
    to,
  ])
}

/** What each key used on a day, by its id; keys that used nothing are missing. */
export async function readUsageOfKeys(db: Session, day: string): Promise<Map<number, Used>> {
  const rows = await db.query<{ client: string } & Used>(
    `select client,
       coalesce(sum(used) filter (where allowance = 'Data'), 0)::bigint as "Data",
       coalesce(sum(used) filter (where allowance = 'Advanced'), 0)::bigint as "Advanced"
     from usage_day where day = $1 and client like 'key:%' group by client`,
    [day],
  )
  return new Map(
    rows.map(({ client, Data, Advanced }) => [
      Number(client.slice(keyClient(0).length - 1)),
      { Data, Advanced },
    ]),
  )
}

/** What one key used on a day. */
export async function readUsageOfKey(db: Session, day: string, id: number): Promise<Used> {
  const rows = await db.query<{ allowance: Allowance; used: number }>(
    'select allowance, used from usage_day where day = $1 and client = $2',
    [day, keyClient(id)],
  )
  const used = (wanted: Allowance) => rows.find((row) => row.allowance === wanted)?.used ?? 0
  return { Data: used('Data'), Advanced: used('Advanced') }
}

/** A year and a month of a key's use, so that a month can be set beside that of the year before. */
const KEEP_KEYS_DAYS = 400
/** Addresses are personal data: a week is enough to look into who flooded the service, and how. */
const KEEP_ADDRESSES_DAYS = 7
/** Some 50 ms of work: no statement of it comes near the store's limit, nor holds rows for long. */
const BATCH = 10_000

/**
 * Removes what no longer needs keeping and returns how many rows went: addresses after a week, keys
 * after 400 days. Throws ApiError StoreUnavailable.
 */
export async function removeOldUsage(db: Session, now: Date): Promise<number> {
  for (let removed = 0; ; ) {
    const rows = await db.query(
      `delete from usage_day where (day, client, allowance) in (
         select day, client, allowance from usage_day
         where day < $1 and (client not like 'key:%' or day < $2) limit $3
       ) returning 1`,
      [daysBefore(now, KEEP_ADDRESSES_DAYS), daysBefore(now, KEEP_KEYS_DAYS), BATCH],
    )
    removed += rows.length
    if (rows.length < BATCH) return removed
  }
}
