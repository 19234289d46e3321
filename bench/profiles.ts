import { Agent } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import { createRandom } from '#indexer/demo/random.ts'
import { connectionConfig, createPostgres } from '#src/clients/postgres.ts'
import { types } from '#src/clients/postgres-session.ts'
import type { Benchmark, Scale } from './benchmark.ts'
import { residentMiB } from './commands.ts'
import { environmentOf, withFiles, withPostgres } from './folders.ts'
import { type ProfileScenario, type Recorded, recordProfiles } from './profile-requests.ts'
import { fillProfileStore, pickWhole } from './profile-store.ts'
import { type Ask, type Bounds, clientHeaders, sendRequest, timeInTurn } from './requests.ts'
import { percentile, type Row, toRow, toSkipped } from './row.ts'
import { type Service, startService } from './server.ts'

// A million filings are a fifth of what there is (docs/sizing.md): indices of the same depth.
const SIZES = {
  whole: {
    filings: 1_000_000,
    mostGrants: 300_000,
    organizations: 300,
    seconds: 5,
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
const CONNECTIONS = [1, 4]
const MOST_CONNECTIONS = Math.max(...CONNECTIONS)
/** What a page may ask of the store. */
const ROUND_TRIPS = 3
/**
 * A server at rest holds 250 MiB, most of it the embedding model. A return of 100 MB read whole
 * would be as much text, and some 300 MB as objects: it could not stay below this.
 */
const LIMIT_MIB = 512

/** Profiles over HTTP, against the statements they need sent to Postgres without us. */
export const profiles: Benchmark = {
  name: 'profiles',
  description: 'pages, sections and profiles, against the bare SQL they need',
  run: (scale) =>
    withFiles((folder) =>
      withPostgres(async (dataDir, databaseUrl) => {
        const size = SIZES[scale.isQuick ? 'quick' : 'whole']
        const long = await fillProfileStore(folder, dataDir, databaseUrl, size, scale)
        const eins = await pickEins(databaseUrl, size.organizations)
        const scenarios = await recordProfiles(databaseUrl, eins, long)
        sayRoundTrips(scenarios, scale)
        const env = environmentOf(dataDir, { TRUST_PROXY: 'loopback' })
        const service = await startService(env, join(folder, 'service.log'))
        try {
          const memory = await measureWalk(scenarios, service, scale)
          const bounds = { ...size, stop: scale.stop }
          const times = await measureAll(scenarios, service, databaseUrl, bounds, scale)
          return [...times, toRoundTrips(scenarios), memory]
        } finally {
          await service.close()
        }
      }),
    ),
}

async function pickEins(databaseUrl: string, count: number): Promise<string[]> {
  const db = createPostgres({ url: databaseUrl, statementTimeoutMs: 0 })
  try {
    return await pickWhole(db, count)
  } finally {
    await db.close()
  }
}

/** Asks for every page of the longest list in turn; the most memory the server held until then. */
async function measureWalk(
  scenarios: readonly ProfileScenario[],
  { address, pid }: Service,
  { say, stop }: Scale,
): Promise<Row> {
  const [longest] = scenarios.toSorted((a, b) => (b.rows ?? 0) - (a.rows ?? 0))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const before = residentMiB(pid)
  try {
    for (const { path } of longest?.requests ?? []) {
      stop.throwIfAborted()
      await sendRequest(agent, `${address}${path}`, { headers: clientHeaders() })
    }
  } finally {
    agent.destroy()
  }
  const { now, peak } = residentMiB(pid)
  const name = 'memory, longest list'
  if (peak === 0) return toSkipped(name, 'only Linux tells it (/proc)')
  say(
    `${longest?.requests.length} pages walked, ${before.now.toFixed(0)} → ${now.toFixed(0)} MiB, at most ${peak.toFixed(0)}`,
  )
  const limit = { against: 'limit', reference: LIMIT_MIB, aim: { atMost: 1 } }
  return toRow({ name, value: peak, unit: 'MiB', ...limit })
}

async function measureAll(
  scenarios: readonly ProfileScenario[],
  service: Service,
  databaseUrl: string,
  bounds: Bounds,
  { say }: Scale,
): Promise<Row[]> {
  const lanes = await openLanes(databaseUrl)
  try {
    const rows: Row[] = []
    for (const { name, requests } of scenarios) {
      const asked = shuffled(requests)
      const ours = asked.map(({ path }) => askService(service.address, path))
      const theirs = asked.map((request) => askStore(lanes, request))
      for (const connections of CONNECTIONS) {
        const times = await timeInTurn(ours, theirs, connections, bounds)
        rows.push(...toRows(`${name} ×${connections}`, times))
        say(`${name}, ${connections} at once, ${times.ours.length} answers`)
      }
    }
    return rows
  } finally {
    await Promise.all(lanes.map((lane) => lane.end()))
  }
}

// Pages from all over a long list, and as many of them as there are of anything else at most.
const shuffled = (requests: readonly Recorded[]): Recorded[] =>
  createRandom('requests').sample([...requests], SIZES.whole.organizations)

async function openLanes(databaseUrl: string): Promise<pg.Client[]> {
  const lanes = Array.from(
    { length: MOST_CONNECTIONS },
    () => new pg.Client({ ...connectionConfig(databaseUrl, undefined), types }),
  )
  await Promise.all(lanes.map((lane) => lane.connect()))
  return lanes
}

const askService =
  (address: string, path: string): Ask =>
  (agent) =>
    sendRequest(agent, `${address}${path}`, { headers: clientHeaders() })

const askStore =
  (lanes: readonly pg.Client[], { statements }: Recorded): Ask =>
  async (_, lane) => {
    for (const { text, values } of statements) await lanes[lane]?.query(text, values)
  }

function toRows(name: string, { ours, theirs }: { ours: number[]; theirs: number[] }): Row[] {
  const shares: [label: string, share: number, atMost: number][] = [
    ['p50', 0.5, 2],
    ['p99', 0.99, 5],
  ]
  return shares.map(([label, share, atMost]) =>
    toRow({
      name: `${name}, ${label}`,
      value: percentile(ours, share),
      unit: 'ms',
      against: 'bare SQL',
      reference: percentile(theirs, share),
      aim: { atMost },
    }),
  )
}

const mostRoundTrips = ({ requests }: ProfileScenario): number =>
  Math.max(...requests.map(({ statements }) => statements.length))

function sayRoundTrips(scenarios: readonly ProfileScenario[], { say }: Scale): void {
  const counts = scenarios.map((scenario) => `${scenario.name} ${mostRoundTrips(scenario)}`)
  say(`statements of a request, at most: ${counts.join(', ')}`)
}

function toRoundTrips(scenarios: readonly ProfileScenario[]): Row {
  const pages = scenarios.filter(({ name }) => name === 'A page')
  return toRow({
    name: 'A page, round trips',
    value: Math.max(...pages.map(mostRoundTrips)),
    unit: '',
    against: 'limit',
    reference: ROUND_TRIPS,
    aim: { atMost: 1 },
  })
}
