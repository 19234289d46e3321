import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom } from '#indexer/demo/random.ts'
import { formatCount } from '#src/domain/money.ts'
import { createPostgres, type Postgres } from '#src/platform/clients/postgres.ts'
import { REAL } from '#test/real/real-data.ts'
import type { Scale } from './benchmark.ts'
import { measureCommand } from './commands.ts'
import { environmentOf } from './folders.ts'
import { type LongReturn, writeLongReturns } from './long-returns.ts'
import { copyStatements, PUBLISH, prepareStatements, UNLOGGED } from './profile-copies.ts'

/** Returns per organization: ten to fifteen years, twelve and a half on average. */
const YEARS = 15
const FILINGS_EACH = 12.5

export type StoreSize = {
  /** Rows of table filing; one in twenty-five has every part. */
  filings: number
  /** Rows of the longest list. */
  mostGrants: number
}

/**
 * Fills a store with copies in SQL of the returns that the loader stored, and with made-up returns with
 * long lists, which the loader stores.
 */
export async function fillProfileStore(
  folder: string,
  dataDir: string,
  databaseUrl: string,
  size: StoreSize,
  { say, stop }: Scale,
): Promise<LongReturn[]> {
  const long = await writeLongReturns(folder, size.mostGrants)
  const templates = existsSync(REAL) ? REAL : join(folder, 'demo')
  const env = environmentOf(dataDir, { DATABASE_URL: databaseUrl })
  const paths = ['load', templates, join(folder, 'long')]
  const { seconds, peakMiB } = await measureCommand('indexer/cli.ts', paths, env, stop)
  const megabytes = ((long[0]?.bytes ?? 0) / 1e6).toFixed(0)
  say(
    `loaded the returns, one of them with ${megabytes} MB, in ${seconds.toFixed(0)} s, ${peakMiB.toFixed(0)} MiB at most`,
  )
  const db = createPostgres({ url: databaseUrl, maxConnections: 2, statementTimeoutMs: 0 })
  try {
    const started = performance.now()
    await copyReturns(db, Math.round(size.filings / FILINGS_EACH), stop)
    const [{ filings = 0, gigabytes = 0 } = {}] = await db.query<Counted>(COUNT)
    const took = ((performance.now() - started) / 1_000).toFixed(0)
    say(`made ${formatCount(filings)} filings from copies in ${took} s, ${gigabytes.toFixed(1)} GB`)
    return long
  } finally {
    await db.close()
  }
}

type Counted = { filings: number; gigabytes: number }

const COUNT = `select (select count(*) from filing) as filings,
  (pg_database_size(current_database()) / 1e9)::float8 as gigabytes`

async function copyReturns(db: Postgres, organizations: number, stop: AbortSignal): Promise<void> {
  for (const sql of [...UNLOGGED, ...prepareStatements(organizations)]) await db.query(sql)
  const rest = copyStatements(YEARS).values()
  // Two at once, one for each core.
  const copyOn = async () => {
    for (const [sql, values] of rest) {
      stop.throwIfAborted()
      await db.query(sql, values)
    }
  }
  await Promise.all([copyOn(), copyOn()])
  for (const sql of PUBLISH) await db.query(sql)
}

/** Returns seeded EINs from the whole table whose newest filing has every part. */
export async function pickWhole(db: Pick<Postgres, 'query'>, count: number): Promise<string[]> {
  const random = createRandom('profiles')
  const rows = await db.query<{ ein: string }>(
    'select ein from bench_organization where is_whole order by place',
  )
  return random.sample(rows, count).map(({ ein }) => ein)
}
