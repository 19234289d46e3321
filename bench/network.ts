import { join } from 'node:path'
import { formatCount } from '#src/domain/money.ts'
import { migrate } from '#src/platform/clients/migrations.ts'
import { createPostgres, type Postgres } from '#src/platform/clients/postgres.ts'
import { type AwardSize, fillAwards } from './award-copies.ts'
import type { Benchmark, Scale } from './benchmark.ts'
import { environmentOf, withFiles, withPostgres } from './folders.ts'
import { fillNetwork, type NetworkSize } from './network-copies.ts'
import { checkPlans } from './network-plans.ts'
import { COHORT, makeKey, recordNetwork } from './network-requests.ts'
import { measureResolver } from './network-resolver.ts'
import { timeProfiles } from './profile-timing.ts'
import type { Bounds } from './requests.ts'
import { type Row, toRow } from './row.ts'
import { startService } from './server.ts'

type Size = NetworkSize & AwardSize & Omit<Bounds, 'stop'> & { organizations: number }

// Few funders give to a hundred thousand recipients, most to some dozens; ten portions make ten
// million rows.
const funders = (portions: number) => [
  { count: portions, rows: 100_000 },
  { count: 10 * portions, rows: 20_000 },
  { count: 200 * portions, rows: 1_500 },
  { count: 4_000 * portions, rows: 100 },
]

// At full size the fifty large recipients have 20,000 rows each, like the country's largest.
const recipients = (portions: number) => ({
  large: 50,
  middle: 500 * portions,
  small: 20_000 * portions,
})

const SIZES: Record<'whole' | 'quick', Size> = {
  whole: {
    funders: funders(10),
    recipients: recipients(10),
    awards: 1_000_000,
    subawards: 500_000,
    organizations: 150,
    seconds: 3,
    asks: 2_000,
    warmUpSeconds: 0.5,
  },
  quick: {
    funders: funders(1),
    recipients: recipients(1),
    awards: 50_000,
    subawards: 20_000,
    organizations: 30,
    seconds: 0.5,
    asks: 300,
    warmUpSeconds: 0.1,
  },
}

/** People perceive a third of a second as immediate. */
const COHORT_LIMIT_MS = 300

/** Measures the money network over HTTP, against its statements sent directly to Postgres. */
export const network: Benchmark = {
  name: 'network',
  description: 'money network, grants, funders, and awards, against the bare SQL that they need',
  run: (scale) =>
    withFiles((folder) =>
      withPostgres(async (dataDir, databaseUrl) => {
        const size = SIZES[scale.isQuick ? 'quick' : 'whole']
        await migrate(databaseUrl)
        const db = createPostgres({ url: databaseUrl, maxConnections: 2, statementTimeoutMs: 0 })
        try {
          await fill(db, size, scale)
          const answers = await measureAnswers(db, { folder, dataDir, databaseUrl }, size, scale)
          return [...answers, ...(await measureResolver(db, scale))]
        } finally {
          await db.close()
        }
      }),
    ),
}

async function fill(db: Postgres, size: Size, { say, stop }: Scale): Promise<void> {
  const started = performance.now()
  await fillNetwork(db, size, stop)
  await fillAwards(db, size, stop)
  const [{ rows = 0, gigabytes = 0 } = {}] = await db.query<{ rows: number; gigabytes: number }>(
    `select (select count(*) from money_edge) as rows,
       (pg_database_size(current_database()) / 1e9)::float8 as gigabytes`,
  )
  const took = ((performance.now() - started) / 1_000).toFixed(0)
  say(`made ${formatCount(rows)} rows in ${took} s, ${gigabytes.toFixed(1)} GB`)
}

type Place = { folder: string; dataDir: string; databaseUrl: string }

async function measureAnswers(
  db: Postgres,
  { folder, dataDir, databaseUrl }: Place,
  size: Size,
  scale: Scale,
): Promise<Row[]> {
  const headers = await makeKey(db)
  const scenarios = await recordNetwork(db, databaseUrl, headers, size, size.organizations)
  const plans = await checkPlans(db, scenarios, scale.say)
  const env = environmentOf(dataDir, { TRUST_PROXY: 'loopback' })
  const service = await startService(env, join(folder, 'service.log'))
  try {
    const bounds = { ...size, stop: scale.stop }
    const times = await timeProfiles(scenarios, service, databaseUrl, bounds, scale, headers)
    return [...times, ...toLimits(times), plans]
  } finally {
    await service.close()
  }
}

/** Adds the cohort's times against its own limit. */
const toLimits = (times: readonly Row[]): Row[] =>
  times
    .filter(({ name }) => name.startsWith(`${COHORT} ×1`))
    .map(({ name, value }) =>
      toRow({
        name: `${name}, within limit`,
        value: value ?? Number.NaN,
        unit: 'ms',
        against: 'limit',
        reference: COHORT_LIMIT_MS,
        aim: { atMost: 1 },
      }),
    )
