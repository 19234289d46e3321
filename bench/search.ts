import { join } from 'node:path'
import { createOpenSearch, type OpenSearch } from '#src/platform/clients/opensearch.ts'
import { createEmbedder } from '#src/platform/embedding/embedder.ts'
import { openQueryVectors } from '#src/platform/embedding/query-vectors.ts'
import type { SearchDeps } from '#src/search/search.ts'
import type { Benchmark, Scale } from './benchmark.ts'
import {
  configOf,
  type Engines,
  environmentOf,
  withDataFolder,
  withEngines,
  withFiles,
} from './folders.ts'
import { makeScenarios, type Scenario } from './queries.ts'
import { type EngineCall, recordCalls } from './recording.ts'
import { fill } from './reindex.ts'
import {
  type Ask,
  type Bounds,
  clientHeaders,
  sendRequest,
  type Times,
  timeInTurn,
  untilAccepted,
} from './requests.ts'
import { percentile, type Row, toRow } from './row.ts'
import { type Service, startService } from './server.ts'

// The full size is limited by the demo's names, a third of them with filed text, as in the country
// (docs/running/sizing.md). It is bounded by time for slow machines, and by count, because beyond 2,000
// responses a p99 hardly moves.
const SIZES = {
  whole: { filers: 4_000, registered: 8_000, seconds: 10, asks: 2_000, warmUpSeconds: 3 },
  quick: { filers: 300, registered: 600, seconds: 1, asks: 500, warmUpSeconds: 0.5 },
}
const CONNECTIONS = [1, 4]

/** Measures searches over HTTP, against the same bodies sent directly to OpenSearch. */
export const search: Benchmark = {
  name: 'search',
  description: 'HTTP responses, against the same bodies sent directly to OpenSearch',
  run: (scale) =>
    withFiles((folder) =>
      withDataFolder((dataDir) =>
        withEngines(dataDir, async (engines) => {
          const size = SIZES[scale.isQuick ? 'quick' : 'whole']
          const names = await fill(folder, dataDir, engines, size, scale)
          const bounds = { ...size, stop: scale.stop }
          const scenarios = makeScenarios(names)
          const { timed, embeddingMs } = await timeScenarios(
            scenarios,
            { folder, dataDir, engines },
            bounds,
            scale,
          )
          const rows = timed.flatMap(({ name, times }) => toRows(name, times))
          return [...rows, toEmbeddingRow(embeddingMs, rows)]
        }),
      ),
    ),
}

/** A scenario's times over a number of connections; `name` names both. */
export type Timed = { name: string; times: Times }

/** `env` changes settings of the service. */
type Servers = {
  folder: string
  dataDir: string
  engines: Engines
  env?: Record<string, string>
}

/**
 * Starts the service and times each scenario against its recorded bodies, sent directly to OpenSearch.
 * A scenario that is not recorded has only our times.
 */
export async function timeScenarios(
  scenarios: readonly Scenario[],
  { folder, dataDir, engines, env }: Servers,
  bounds: Bounds,
  scale: Scale,
): Promise<{ timed: Timed[]; embeddingMs: number[] }> {
  const { calls, embeddingMs } = await recordAll(dataDir, engines, scenarios)
  const service = await startSearched(dataDir, folder, env)
  try {
    return {
      timed: await measureAll(scenarios, calls, service, engines, bounds, scale),
      embeddingMs,
    }
  } finally {
    await service.close()
  }
}

/** Starts the service. It takes a client's address from the request, because B limits clients. */
export const startSearched = (
  dataDir: string,
  folder: string,
  env: Record<string, string> = {},
): Promise<Service> =>
  startService(
    environmentOf(dataDir, { TRUST_PROXY: 'loopback', ...env }),
    join(folder, 'service.log'),
  )

type Recorded = { calls: EngineCall[][][]; embeddingMs: number[] }

/** Returns the calls of each scenario's requests, and how long embedding took. */
async function recordAll(
  dataDir: string,
  { opensearchUrl }: Engines,
  scenarios: readonly Scenario[],
): Promise<Recorded> {
  const embeddingMs: number[] = []
  const opensearch = createOpenSearch({ url: opensearchUrl })
  const embedder = await createEmbedder(configOf(dataDir))
  const embed = openQueryVectors({
    embed: async (texts) => {
      const started = performance.now()
      const vectors = await embedder.embed(texts)
      embeddingMs.push(performance.now() - started)
      return vectors
    },
  })
  const model = { embed, embeddingModel: embedder.model }
  try {
    const calls: EngineCall[][][] = []
    for (const scenario of scenarios) {
      calls.push(await recordScenario(scenario, opensearch, model))
    }
    return { calls, embeddingMs }
  } finally {
    await embedder.close()
    await opensearch.close()
  }
}

async function recordScenario(
  { requests, ask }: Scenario,
  opensearch: OpenSearch,
  model: Pick<SearchDeps, 'embed' | 'embeddingModel'>,
): Promise<EngineCall[][]> {
  const recorded: EngineCall[][] = []
  if (!ask) return recorded
  for (const request of requests) {
    const { client, calls } = recordCalls(opensearch)
    await ask({ opensearch: client, indexPrefix: '', ...model }, request)
    recorded.push(calls)
  }
  return recorded
}

async function measureAll(
  scenarios: readonly Scenario[],
  direct: EngineCall[][][],
  service: Service,
  { opensearchUrl }: Engines,
  bounds: Bounds,
  { say }: Scale,
): Promise<Timed[]> {
  const timed: Timed[] = []
  for (const [at, scenario] of scenarios.entries()) {
    const ours = scenario.requests.map((request) => askService(service.address, scenario, request))
    const theirs = (direct[at] ?? []).map((calls) => askEngine(opensearchUrl, calls))
    for (const connections of CONNECTIONS) {
      const times = await timeInTurn(ours, theirs, connections, bounds)
      timed.push({ name: `${scenario.name} ×${connections}`, times })
      say(`${scenario.name}, ${connections} at once, ${times.ours.length} responses`)
    }
  }
  return timed
}

// The cost of a discovery before the engine's search; the recorded bodies contain the vector.
function toEmbeddingRow(milliseconds: readonly number[], rows: readonly Row[]): Row {
  const whole = rows.find(({ name }) => name === 'A discovery, new ×1, p50')?.value
  return toRow({
    name: 'query embedding, p50',
    value: percentile(milliseconds, 0.5),
    unit: 'ms',
    against: 'A discovery, new',
    reference: whole ?? Number.NaN,
  })
}

let asks = 0

function askService(
  address: string,
  { path = '/api/v2/search', isNewText }: Scenario,
  request: Record<string, string>,
): Ask {
  return (agent) => {
    asks += 1
    const { Query = '' } = request
    const asked = isNewText ? { ...request, Query: `${Query} ${toMarks(asks)}` } : request
    const url = `${address}${path}?${new URLSearchParams(asked)}`
    return untilAccepted(() => sendRequest(agent, url, { headers: clientHeaders() }))
  }
}

// A number in punctuation makes a new text of the same words, without a cached vector.
const toMarks = (number: number): string =>
  [...number.toString(4).slice(-8)].map((digit) => '.,!?'[Number(digit)]).join('')

/** Sends recorded calls, without a client library. */
export function askEngine(opensearchUrl: string, calls: readonly EngineCall[]): Ask {
  return async (agent) => {
    for (const { path, contentType, body } of calls) {
      const headers = { 'Content-Type': contentType, 'Content-Length': body.length }
      await sendRequest(agent, new URL(path, opensearchUrl).href, { method: 'POST', headers }, body)
    }
  }
}

/** Returns rows of p50 and p99 against the same bodies. */
export function toRows(name: string, { ours, theirs }: Times): Row[] {
  const against = 'OpenSearch'
  const shares: [label: string, share: number, atMost: number][] = [
    ['p50', 0.5, 1.3],
    ['p99', 0.99, 2],
  ]
  return shares.map(([label, share, atMost]) =>
    toRow({
      name: `${name}, ${label}`,
      value: percentile(ours, share),
      unit: 'ms',
      against,
      reference: percentile(theirs, share),
      aim: { atMost },
    }),
  )
}
