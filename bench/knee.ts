import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { OperatorError } from '#src/platform/errors.ts'
import { OPENSEARCH, POSTGRES, processesOf } from '#test/deep/engines/holders.ts'
import { type Benchmark, percentile, type Row, type Run } from './benchmark.ts'
import { type Place, withEngines, withService } from './environment.ts'
import { makeRequests, makeSearches, pickEins, pickNames, toSearchPath } from './search.ts'
import { BusyError, clientHeaders, type Scenario, sendRequest } from './timing.ts'

const SIZES = {
  whole: { connections: [1, 10, 50, 200], seconds: 8 },
  quick: { connections: [1, 4], seconds: 1 },
}
/** The knee is where more connections no longer add a tenth of the throughput. */
const NEARLY = 0.9

/** Measures throughput over many connections, and the cores that each server uses in that time. */
export const knee: Benchmark = {
  name: 'knee',
  description: 'throughput at 1 to 200 connections, and which server is at its limit (--keep)',
  isOnRequest: true,
  run: (run) => {
    const { keep: dataDir, addresses = [] } = run
    if (dataDir === undefined) throw new OperatorError('knee: expected --keep with a data folder.')
    return withEngines(
      (place) =>
        addresses.length > 0
          ? measureAll(place, addresses, run)
          : withService(place, (address) => measureAll(place, [address], run)),
      { dataDir, isShared: addresses.length > 0 },
    )
  },
}

async function measureAll(
  place: Place,
  addresses: readonly string[],
  { isQuick, say, stop }: Run,
): Promise<Row[]> {
  const { connections, seconds } = SIZES[isQuick ? 'quick' : 'whole']
  const scenarios: Scenario[] = [
    ...makeSearches(await pickNames(place.databaseUrl)).filter(({ isNewText }) => !isNewText),
    ...makeRequests(await pickEins(place.databaseUrl)).filter(({ name }) => name !== 'search'),
    {
      name: 'people search',
      paths: ['maria garcia', 'highest paid CEO in Ohio'].map((Query) =>
        toSearchPath({ Query }, '/api/v2/people'),
      ),
    },
    { name: 'top lists', paths: ['/api/v2/top-lists', '/api/v2/stats'] },
  ]
  const rows: Row[] = []
  for (const scenario of scenarios) {
    const cells: Cell[] = []
    for (const count of connections) {
      stop.throwIfAborted()
      cells.push(await measure(place, addresses, scenario, count, seconds))
      say(`${scenario.name}, ${count} connections`)
    }
    const most = Math.max(...cells.map(({ perSecond }) => perSecond))
    const atKnee = cells.find(({ perSecond }) => perSecond >= NEARLY * most)
    rows.push(...cells.map((cell) => toKneeRow(cell, cell === atKnee)))
  }
  return rows
}

type Cell = {
  name: string
  perSecond: number
  p50: number
  p99: number
  busy: number
  cores: Cores
}
/** Cores by server. */
type Cores = Record<'API' | 'Postgres' | 'OpenSearch', number>

async function measure(
  { dataDir }: Place,
  addresses: readonly string[],
  { name, paths }: Scenario,
  connections: number,
  seconds: number,
): Promise<Cell> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  let busy = 0
  let sent = 0
  const before = await readCpu(dataDir, addresses)
  const started = performance.now()
  const until = started + seconds * 1_000
  const askOn = async (lane: number): Promise<void> => {
    // A connection stays with its process, as behind a load balancer.
    const address = addresses[lane % addresses.length]
    while (performance.now() < until) {
      const from = performance.now()
      const url = `${address}${paths[sent++ % paths.length]}`
      try {
        await sendRequest(agent, url, { headers: clientHeaders() })
        times.push(performance.now() - from)
      } catch (error) {
        if (!(error instanceof BusyError)) throw error
        busy += 1
      }
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, lane) => askOn(lane)))
  const took = (performance.now() - started) / 1_000
  const after = await readCpu(dataDir, addresses)
  agent.destroy()
  // Many connections may get nothing else.
  if (times.length === 0 && connections === 1)
    throw new OperatorError(`${name}: the service rejected every request.`)
  const cores = (server: keyof Cores) => (after[server] - before[server]) / took
  return {
    name: `${name} ×${connections}`,
    perSecond: times.length / took,
    ...{ p50: percentile([...times, 0], 0.5), p99: percentile([...times, 0], 0.99), busy },
    cores: { API: cores('API'), Postgres: cores('Postgres'), OpenSearch: cores('OpenSearch') },
  }
}

/** Returns the seconds of CPU that each server has used. */
async function readCpu(dataDir: string, addresses: readonly string[]): Promise<Cores> {
  let API = 0
  for (const address of addresses) {
    const metrics = await (await fetch(`${address}/metrics`)).text()
    API += Number(/^process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1])
  }
  const all = processesOf(dataDir)
  const postmaster = all.find(({ command }) => POSTGRES.test(command))?.pid
  const of = (wanted: typeof all) => wanted.reduce((sum, { pid }) => sum + cpuOf(pid), 0)
  return {
    API,
    Postgres: of(all.filter(({ pid, parent }) => pid === postmaster || parent === postmaster)),
    OpenSearch: of(all.filter(({ command }) => OPENSEARCH.test(command))),
  }
}

/**
 * Returns the seconds of a process, which may have ended, and of its ended children (fields 14 to 17 of
 * proc(5), in 1/100 s).
 */
function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / 100
  } catch {
    return 0
  }
}

function toKneeRow({ name, perSecond, p50, p99, busy, cores }: Cell, isKnee: boolean): Row {
  const used = Object.entries(cores).map(([server, count]) => `${server} ${count.toFixed(2)}`)
  const rejected = busy > 0 ? `, ${busy} rejected` : ''
  const times = `p50 ${Math.round(p50)} ms, p99 ${Math.round(p99)} ms${rejected}`
  return {
    name: `${name}${isKnee ? ' (knee)' : ''}: ${times}`,
    value: Math.round(perSecond),
    unit: '/s',
    against: `cores: ${used.join(', ')}`,
    ...{ reference: null, ratio: null, aim: null, met: null },
  }
}
