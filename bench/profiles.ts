import { join } from 'node:path'
import { createPostgres } from '#src/platform/clients/postgres.ts'
import type { Benchmark, Scale } from './benchmark.ts'
import { environmentOf, withFiles, withPostgres } from './folders.ts'
import type { LongReturn } from './long-returns.ts'
import { type ProfileScenario, recordProfiles } from './profile-requests.ts'
import { fillProfileStore, pickWhole, type StoreSize } from './profile-store.ts'
import { measureWalk, timeProfiles } from './profile-timing.ts'
import type { Bounds } from './requests.ts'
import { type Row, toRow } from './row.ts'
import { startService } from './server.ts'

type Size = StoreSize & Omit<Bounds, 'stop'> & { organizations: number }

// A million filings are a fifth of all (docs/running/sizing.md); an index of five times the keys is as deep.
// With fewer than 300 requests, p99 would be that of a few large returns.
const SIZES: Record<'whole' | 'quick', Size> = {
  whole: {
    filings: 1_000_000,
    mostGrants: 300_000,
    organizations: 300,
    seconds: 4,
    asks: 2_000,
    warmUpSeconds: 1,
  },
  quick: {
    filings: 20_000,
    mostGrants: 30_000,
    organizations: 50,
    seconds: 1,
    asks: 500,
    warmUpSeconds: 0.2,
  },
}

/** Measures profiles over HTTP, against their statements sent directly to Postgres. */
export const profiles: Benchmark = {
  name: 'profiles',
  description: 'pages, sections, and profiles, against the bare SQL that they need',
  run: (scale) =>
    withFiles((folder) =>
      withPostgres(async (dataDir, databaseUrl) => {
        const size = SIZES[scale.isQuick ? 'quick' : 'whole']
        const long = await fillProfileStore(folder, dataDir, databaseUrl, size, scale)
        return await measureProfiles({ folder, dataDir, databaseUrl }, long, size, scale)
      }),
    ),
}

type Place = { folder: string; dataDir: string; databaseUrl: string }

/** Measures a filled store: first memory, on a server without earlier requests. */
export async function measureProfiles(
  { folder, dataDir, databaseUrl }: Place,
  long: readonly LongReturn[],
  size: Size,
  scale: Scale,
): Promise<Row[]> {
  const eins = await pickEins(databaseUrl, size.organizations)
  const scenarios = await recordProfiles(databaseUrl, eins, long)
  const counts = scenarios.map((one) => `${one.name} ${mostRoundTrips(one)}`)
  scale.say(`maximum statements per request: ${counts.join(', ')}`)
  const env = environmentOf(dataDir, { TRUST_PROXY: 'loopback' })
  const service = await startService(env, join(folder, 'service.log'))
  try {
    const memory = await measureWalk(longestOf(scenarios), service, scale)
    const bounds = { ...size, stop: scale.stop }
    const times = await timeProfiles(scenarios, service, databaseUrl, bounds, scale)
    return [...times, toRoundTrips(scenarios), memory]
  } finally {
    await service.close()
  }
}

async function pickEins(databaseUrl: string, count: number): Promise<string[]> {
  const db = createPostgres({ url: databaseUrl, statementTimeoutMs: 0 })
  try {
    return await pickWhole(db, count)
  } finally {
    await db.close()
  }
}

const longestOf = (scenarios: readonly ProfileScenario[]): ProfileScenario =>
  scenarios.reduce((one, other) => ((other.rows ?? 0) > (one.rows ?? 0) ? other : one))

const mostRoundTrips = ({ requests }: ProfileScenario): number =>
  Math.max(...requests.map(({ statements }) => statements.length))

function toRoundTrips(scenarios: readonly ProfileScenario[]): Row {
  const pages = scenarios.filter(({ name }) => name === 'A page')
  return toRow({
    name: 'A page, round trips',
    value: Math.max(...pages.map(mostRoundTrips)),
    unit: '',
    against: 'limit',
    reference: 3,
    aim: { atMost: 1 },
  })
}
