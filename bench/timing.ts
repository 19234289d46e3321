import { Agent, type RequestOptions, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { buildApp } from '#src/app.ts'
import {
  createOpenSearch,
  type OpenSearch,
  type SearchRequest,
} from '#src/platform/clients/opensearch.ts'
import {
  connectionConfig,
  createPostgres,
  type Postgres,
  type Session,
  type SqlValue,
} from '#src/platform/clients/postgres.ts'
import { types } from '#src/platform/clients/postgres-session.ts'
import { readConfig } from '#src/platform/config.ts'
import { createEmbedder } from '#src/platform/embedding/embedder.ts'
import { openQueryVectors } from '#src/platform/embedding/query-vectors.ts'
import type { Run, Times } from './benchmark.ts'
import type { Place } from './environment.ts'

/** One request, or several in sequence. `lane`, from 0, is the number of the connection. */
type Ask = (agent: Agent, lane: number) => Promise<void>

/** Sends a request over a kept connection and reads the response; throws unless it is 200. */
export function sendRequest(
  agent: Agent,
  url: string,
  options: RequestOptions = {},
  body?: Buffer,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...options, agent }, (answer) => {
      answer.resume()
      answer.on('error', reject)
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve()
        else reject(toStatusError(url, answer.statusCode ?? 0))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** A service on a busy machine rejects requests for a second at a time. */
export class BusyError extends Error {}

/** Returns the error of a response that is not 200. */
export function toStatusError(url: string, status: number): Error {
  const message = `${url} returned ${status}.`
  return status === 429 || status === 503 ? new BusyError(message) : new Error(message)
}

const TRIES = 30
const RETRY_MS = 1_000

/** Sends a request, and again while the service is busy, as clients do. The wait counts. */
export async function untilAccepted<T>(send: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof BusyError) || tried === TRIES) throw error
      await sleep(RETRY_MS)
    }
  }
}

let client = 0

/** Returns headers with another address each time, because limits count by address. */
export function clientHeaders(): Record<string, string> {
  client = (client + 1) % 2 ** 24
  return { 'X-Forwarded-For': `10.${client >> 16}.${(client >> 8) & 255}.${client & 255}` }
}

/** Requests of one kind. */
export type Scenario = {
  name: string
  paths: readonly string[]
  /** True if each request has a new text, which must be embedded. */
  isNewText?: boolean
}

/** Each request is sent once, and again until the time or the number of requests is reached. */
export type Bounds = { seconds: number; asks: number }

/** A scenario's times over a number of connections; `name` names both. */
type Timed = { name: string; times: Times }

const CONNECTIONS = [1, 4]

/**
 * Times each scenario over HTTP, against the calls to the engines that its responses need, recorded
 * and sent again without the service.
 */
export async function timeScenarios(
  place: Place,
  address: string,
  scenarios: readonly Scenario[],
  bounds: Bounds,
  { say, stop }: Run,
): Promise<Timed[]> {
  const calls = await recordCalls(
    place,
    scenarios.flatMap(({ paths }) => paths),
  )
  const replay = await openReplay(place, Math.max(...CONNECTIONS))
  try {
    const timed: Timed[] = []
    for (const { name, paths, isNewText } of scenarios) {
      const ours = paths.map((path) => askService(address, path, isNewText))
      const theirs = calls.splice(0, paths.length).map(replay.toAsk)
      for (const connections of CONNECTIONS) {
        const times = await timeInTurn(ours, theirs, connections, bounds, stop)
        timed.push({ name: `${name} ×${connections}`, times })
        say(`${name}, ${connections} at once, ${times.ours.length} responses`)
      }
    }
    return timed
  } finally {
    await replay.close()
  }
}

let marks = 0

function askService(address: string, path: string, isNewText = false): Ask {
  return (agent) => {
    marks += 1
    // The text is the last parameter.
    const url = `${address}${path}${isNewText ? encodeURIComponent(` ${toMarks(marks)}`) : ''}`
    return untilAccepted(() => sendRequest(agent, url, { headers: clientHeaders() }))
  }
}

// A number in punctuation makes a new text of the same words, without a cached vector.
const toMarks = (number: number): string =>
  [...number.toString(4).slice(-8)].map((digit) => '.,!?'[Number(digit)]).join('')

/**
 * Sends both sides the same requests over several connections, a few to one, then the same to the
 * other, in alternating order, so that neither always finds warm caches. A first time does not count.
 */
async function timeInTurn(
  ours: readonly Ask[],
  theirs: readonly Ask[],
  connections: number,
  { seconds, asks }: Bounds,
  stop: AbortSignal,
): Promise<Times> {
  const openSide = (asks: readonly Ask[]): Side => ({
    asks,
    times: [],
    agent: new Agent({ keepAlive: true, maxSockets: connections }),
  })
  const here = openSide(ours)
  const there = openSide(theirs)
  try {
    await askAll([here, there], connections)
    for (const { times } of [here, there]) times.length = 0
    const until = performance.now() + seconds * 1_000
    let order: [Side, Side] = [there, here]
    do {
      stop.throwIfAborted()
      await askAll(order, connections)
      order = [order[1], order[0]]
    } while (performance.now() < until && here.times.length < asks)
    return { ours: here.times, theirs: there.times }
  } finally {
    here.agent.destroy()
    there.agent.destroy()
  }
}

type Side = { asks: readonly Ask[]; times: number[]; agent: Agent }

async function askAll([first, second]: [Side, Side], connections: number): Promise<void> {
  // One connection takes turns with every request; several need a few each to stay busy.
  const turn = connections === 1 ? 1 : 4 * connections
  for (let from = 0; from < first.asks.length; from += turn) {
    for (const { asks, agent, times } of [first, second]) {
      times.push(...(await timeAll(asks.slice(from, from + turn), agent, connections)))
    }
  }
}

async function timeAll(asks: readonly Ask[], agent: Agent, connections: number): Promise<number[]> {
  const rest = asks.values()
  const times: number[] = []
  const askNext = async (lane: number) => {
    for (const ask of rest) {
      const started = performance.now()
      await ask(agent, lane)
      times.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, lane) => askNext(lane)))
  return times
}

/** A request to OpenSearch as bytes, or a statement to Postgres, to send again. */
type Call =
  | { path: string; contentType: string; body: Buffer }
  | { text: string; values: SqlValue[] }

/** Returns the calls that an application makes for each path. Throws unless the response is 200. */
async function recordCalls(
  { opensearchUrl, databaseUrl, env }: Place,
  paths: readonly string[],
): Promise<Call[][]> {
  const calls: Call[] = []
  const postgres = createPostgres({ url: databaseUrl })
  const opensearch = createOpenSearch({ url: opensearchUrl })
  const embedder = await createEmbedder(readConfig(env))
  const app = await buildApp({
    // Each request has another address, as in the measurement; the writes that count requests are not
    // part of a response.
    config: { access: 'open', trustProxy: 'true', logLevel: 'silent' },
    postgres: recordStatements(postgres, calls),
    usage: postgres,
    opensearch: recordSearches(opensearch, calls),
    indexPrefix: '',
    embeddingModel: embedder.model,
    embed: openQueryVectors(embedder),
  })
  try {
    const recorded: Call[][] = []
    for (const url of paths) {
      await untilAccepted(async () => {
        calls.length = 0
        const { statusCode } = await app.inject({ url, headers: clientHeaders() })
        if (statusCode !== 200) throw toStatusError(url, statusCode)
      })
      recorded.push([...calls])
    }
    return recorded
  } finally {
    await app.close()
    await Promise.all([embedder.close(), postgres.close(), opensearch.close()])
  }
}

const recordSearches = (opensearch: OpenSearch, calls: Call[]): OpenSearch => ({
  ...opensearch,
  search: (request) => {
    calls.push(toSearch(request))
    return opensearch.search(request)
  },
  msearch: (requests) => {
    // A single search needs no multi-search; a plain client would send it directly.
    const [only, second] = requests
    calls.push(only && !second ? toSearch(only) : toMultiSearch(requests))
    return opensearch.msearch(requests)
  },
})

const toSearch = ({ index, body }: SearchRequest): Call => ({
  path: `/${index}/_search`,
  contentType: 'application/json',
  body: Buffer.from(JSON.stringify(body)),
})

const toMultiSearch = (requests: SearchRequest[]): Call => {
  const lines = requests.flatMap(({ index, body }) => [{ index }, body])
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  return { path: '/_msearch', contentType: 'application/x-ndjson', body: Buffer.from(body) }
}

/** Records statements, also in snapshots. Rejects sessions, which it cannot record. */
function recordStatements(postgres: Postgres, calls: Call[]): Postgres {
  const refuse = () => Promise.reject(new Error('Reads in a session are not recorded.'))
  const recordOn = <Kind extends Session>(session: Kind): Kind => ({
    ...session,
    query: (text, values = []) => {
      calls.push({ text, values })
      return session.query(text, values)
    },
  })
  return {
    ...recordOn(postgres),
    session: refuse,
    transaction: refuse,
    snapshot: (work) => postgres.snapshot((session) => work(recordOn(session))),
  }
}

/** Sends recorded calls one at a time, without client libraries: only HTTP and the driver. */
async function openReplay(
  { opensearchUrl, databaseUrl }: Place,
  connections: number,
): Promise<{ toAsk: (calls: readonly Call[]) => Ask; close: () => Promise<unknown> }> {
  const lanes = Array.from(
    { length: connections },
    () => new pg.Client({ ...connectionConfig(databaseUrl, undefined), types }),
  )
  await Promise.all(lanes.map((lane) => lane.connect()))
  return {
    toAsk: (calls) => async (agent, lane) => {
      for (const call of calls) {
        if ('text' in call) {
          await lanes[lane]?.query(call.text, call.values)
          continue
        }
        const { path, contentType, body } = call
        const headers = { 'Content-Type': contentType, 'Content-Length': body.length }
        const url = new URL(path, opensearchUrl).href
        await sendRequest(agent, url, { method: 'POST', headers }, body)
      }
    },
    close: () => Promise.all(lanes.map((lane) => lane.end())),
  }
}
