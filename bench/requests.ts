import { Agent, type RequestOptions, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

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

/** Both sides' times in milliseconds, one for each request. */
export type Times = { ours: number[]; theirs: number[] }

export type Bounds = { seconds: number; asks: number; warmUpSeconds: number; stop: AbortSignal }

/**
 * Sends both sides the same requests over several connections, a few to one, then the same to the
 * other, in alternating order, so that neither always finds warm caches. Repeats until either bound is
 * met; a warm-up does not count.
 */
export async function timeInTurn(
  ours: readonly Ask[],
  theirs: readonly Ask[],
  connections: number,
  bounds: Bounds,
): Promise<Times> {
  const times: Times = { ours: [], theirs: [] }
  const here: Side = { asks: ours, times: times.ours, agent: openAgent(connections) }
  const there: Side = { asks: theirs, times: times.theirs, agent: openAgent(connections) }
  try {
    await askFor(bounds.warmUpSeconds, [here, there], connections, bounds)
    times.ours.length = 0
    times.theirs.length = 0
    await askFor(bounds.seconds, [here, there], connections, bounds)
    return times
  } finally {
    here.agent.destroy()
    there.agent.destroy()
  }
}

type Side = { asks: readonly Ask[]; times: number[]; agent: Agent }

const openAgent = (connections: number) => new Agent({ keepAlive: true, maxSockets: connections })

/** Sends everything once, and again until the time or number is reached. */
async function askFor(
  seconds: number,
  sides: [Side, Side],
  connections: number,
  { asks, stop }: Bounds,
): Promise<void> {
  const [{ times }] = sides
  const until = performance.now() + seconds * 1_000
  let order = sides
  do {
    stop.throwIfAborted()
    await askAll(order, connections)
    order = [order[1], order[0]]
  } while (performance.now() < until && times.length < asks)
}

async function askAll([first, second]: [Side, Side], connections: number): Promise<void> {
  // One connection takes turns with every request; several need a few each to stay busy.
  const turn = connections === 1 ? 1 : 4 * connections
  const most = Math.max(first.asks.length, second.asks.length)
  for (let from = 0; from < most; from += turn) {
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
