import { Agent, type RequestOptions, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Run, Times } from './benchmark.ts'
import type { Place } from './environment.ts'
import { openReplay, recordCalls } from './recorder.ts'

/** One request, or several in sequence. `lane`, from 0, is the number of the connection. */
export type Ask = (agent: Agent, lane: number) => Promise<void>

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
class BusyError extends Error {}

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
