import { Agent } from 'node:http'
import pg from 'pg'
import { createRandom } from '#indexer/demo/random.ts'
import { formatCount } from '#src/domain/money.ts'
import { connectionConfig } from '#src/platform/clients/postgres.ts'
import { types } from '#src/platform/clients/postgres-session.ts'
import type { Scale } from './benchmark.ts'
import { residentMiB } from './commands.ts'
import type { ProfileScenario, Recorded } from './profile-requests.ts'
import { type Ask, type Bounds, clientHeaders, sendRequest, timeInTurn } from './requests.ts'
import { percentile, type Row, toRow, toSkipped } from './row.ts'
import type { Service } from './server.ts'

const CONNECTIONS = [1, 4]
const MOST_CONNECTIONS = Math.max(...CONNECTIONS)
// A long list has 1,500 pages; a sample of this many is as informative and repeats sooner.
const MOST_REQUESTS = 300

/** Times every scenario over HTTP and as statements on plain connections, in turn. */
export async function timeProfiles(
  scenarios: readonly ProfileScenario[],
  { address }: Service,
  databaseUrl: string,
  bounds: Bounds,
  { say }: Scale,
  headers: Record<string, string> = {},
): Promise<Row[]> {
  const lanes = await openLanes(databaseUrl)
  try {
    const rows: Row[] = []
    for (const { name, requests } of scenarios) {
      const asked = createRandom('requests').sample(requests, MOST_REQUESTS)
      const ours = asked.map(({ path }) => askService(address, path, headers))
      const theirs = asked.map((request) => askStore(lanes, request))
      for (const connections of CONNECTIONS) {
        const times = await timeInTurn(ours, theirs, connections, bounds)
        rows.push(...toRows(`${name} ×${connections}`, times))
        say(`${name}, ${connections} at once, ${times.ours.length} responses`)
      }
    }
    return rows
  } finally {
    await Promise.all(lanes.map((lane) => lane.end()))
  }
}

/** Opens connections with the driver's own reading of values. */
async function openLanes(databaseUrl: string): Promise<pg.Client[]> {
  const lanes = Array.from(
    { length: MOST_CONNECTIONS },
    () => new pg.Client({ ...connectionConfig(databaseUrl, undefined), types }),
  )
  await Promise.all(lanes.map((lane) => lane.connect()))
  return lanes
}

const askService =
  (address: string, path: string, headers: Record<string, string> = {}): Ask =>
  (agent) =>
    sendRequest(agent, `${address}${path}`, { headers: { ...clientHeaders(), ...headers } })

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

/**
 * An idle server has 330 MiB, most of it the embedding model, and 530 after 1,500 pages of a list of
 * 10,000 rows, because its heap grows while the machine has room. A return of 100 MB read whole would
 * add 100 MB of text and 300 of objects, which exceeds this.
 */
const LIMIT_MIB = 768

/** Returns the server's peak memory after every page of a list was requested. */
export async function measureWalk(
  { requests, rows = 0 }: ProfileScenario,
  { address, pid }: Service,
  { say, stop }: Scale,
): Promise<Row> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const { now: before } = residentMiB(pid)
  try {
    for (const { path } of requests) {
      stop.throwIfAborted()
      await askService(address, path)(agent, 0)
    }
  } finally {
    agent.destroy()
  }
  const { now, peak } = residentMiB(pid)
  const name = 'memory, longest list'
  if (peak === 0) return toSkipped(name, 'available only on Linux (/proc)')
  const held = [before, now, peak].map((mebibytes) => mebibytes.toFixed(0))
  say(
    `${formatCount(rows)} rows in ${requests.length} pages: ${held[0]} MiB before, ${held[1]} MiB after, ${held[2]} MiB at most`,
  )
  const limit = { against: 'limit', reference: LIMIT_MIB, aim: { atMost: 1 } }
  return toRow({ name, value: peak, unit: 'MiB', ...limit })
}
