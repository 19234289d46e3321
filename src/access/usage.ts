import {
  createPostgres,
  type Postgres,
  type PostgresOptions,
  type Session,
} from '../platform/clients/postgres.ts'

export type Allowance = 'Data' | 'Advanced' | 'Pages'

/** Use of an allowance on a UTC day. `client` is `key:<id>` or an address. */
export type Account = { day: string; client: string; allowance: Allowance }
/** What a key used; keys have no allowance of pages. */
export type Used = Record<'Data' | 'Advanced', number>

/** Returns the name a key's use is counted under. */
export const keyClient = (id: number): string => `key:${id}`

/**
 * Counts a request as `units` and returns how many are used, or undefined if `limit` (above 0, or -1
 * for unlimited) leaves fewer. One statement locks the row from check to count, so parallel requests and
 * processes never exceed the limit. Throws ApiError StoreUnavailable.
 *
 * `synchronous_commit` is off for this statement: a crash of Postgres may lose the counts of the
 * last 0.6 s (three times wal_writer_delay), and counting is five times as fast.
 */
export async function takeOne(
  db: Session,
  { day, client, allowance }: Account,
  limit: number,
  units = 1,
): Promise<number | undefined> {
  const [row] = await db.query<{ used: number }>(
    `insert into usage_day as known (day, client, allowance, used)
     select $1, $2, $3, $5::bigint where $4::bigint < 0 or $5::bigint <= $4::bigint
     on conflict (day, client, allowance) do update set used = known.used + $5::bigint
       where $4::bigint < 0 or known.used + $5::bigint <= $4::bigint
     returning used, set_config('synchronous_commit', 'off', true)`,
    [day, client, allowance, limit, units],
  )
  return row?.used
}

/** Gives a counted request back. Throws ApiError StoreUnavailable. */
export async function giveBack(
  db: Session,
  { day, client, allowance }: Account,
  units = 1,
): Promise<void> {
  await db.query(
    `update usage_day set used = greatest(used - $4::bigint, 0)
     where day = $1 and client = $2 and allowance = $3
     returning set_config('synchronous_commit', 'off', true)`,
    [day, client, allowance, units],
  )
}

/**
 * Moves a client's use from `day` on to a client that has used nothing. Later days move, too,
 * because the clock of another process may be ahead. Throws ApiError StoreUnavailable.
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

/** Returns what each key used on a day, by key id; keys without use are absent. */
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

/** Returns what a key used on a day. */
export async function readUsageOfKey(db: Session, day: string, id: number): Promise<Used> {
  const rows = await db.query<{ allowance: Allowance; used: number }>(
    'select allowance, used from usage_day where day = $1 and client = $2',
    [day, keyClient(id)],
  )
  const used = (wanted: Allowance) => rows.find((row) => row.allowance === wanted)?.used ?? 0
  return { Data: used('Data'), Advanced: used('Advanced') }
}

// A year and a month, so that a month can be compared with the same month last year.
const KEEP_KEYS_DAYS = 400
// Addresses are personal data; a week is enough to investigate abuse.
const KEEP_ADDRESSES_DAYS = 7
// About 50 ms per statement, far from the store's timeout.
const BATCH = 10_000

/**
 * Removes the use of addresses after 7 days and of keys after 400, and returns how many rows it
 * removed. Throws ApiError StoreUnavailable.
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

// A count takes a tenth of a millisecond; two cores cannot keep four connections busy.
const CONNECTIONS = 4
// The client waits for its count, so a count that takes longer because the store is busy is
// canceled.
const COUNT_MS = 3_000

/**
 * Returns a small pool used only for counting, so that counts and reads do not wait for each other.
 */
export const createUsagePool = (
  server: Pick<PostgresOptions, 'url' | 'ca' | 'breaker'>,
): Postgres =>
  createPostgres({ ...server, maxConnections: CONNECTIONS, statementTimeoutMs: COUNT_MS })

const DAY_MS = 86_400_000

/** Returns the UTC day, `YYYY-MM-DD`, that allowances are counted by. */
export const utcDay = (now: Date): string => now.toISOString().slice(0, 10)

/** Returns the UTC day `days` earlier. */
export const daysBefore = (now: Date, days: number): string =>
  utcDay(new Date(now.getTime() - days * DAY_MS))

/** Returns the start of the next UTC day. */
export const endOfUtcDay = (now: Date): Date =>
  new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS)

/** Returns the whole seconds until the next UTC day, 1 to 86,400. */
export const secondsLeft = (now: Date): number =>
  Math.ceil((endOfUtcDay(now).getTime() - now.getTime()) / 1_000)
