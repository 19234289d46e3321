import { Agent, type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** The load on a service, and for how long. */
export type LoadPlan = {
  address: string
  seconds: number
  readsASecond: number
  streams: number
  paths: string[]
  messages: string[]
  keys: string[]
}

/** The results; times in milliseconds, of responses with status 200. */
export type LoadResult = {
  reads: { statuses: Record<string, number>; times: number[] }
  streams: { statuses: Record<string, number>; completed: number; firstFrames: number[] }
}

const CHAT = '/api/v2/assistant/chat/stream'
// Shorter than Retry-After, so that rejections stay frequent.
const WAIT_MS = 1_000
const CUT = 'cut'

// Runs in its own process, because the measuring process must not wait for it.
const plan = (await json(process.stdin)) as LoadPlan
const until = performance.now() + plan.seconds * 1_000
const result: LoadResult = {
  reads: { statuses: {}, times: [] },
  streams: { statuses: {}, completed: 0, firstFrames: [] },
}
await Promise.all([
  keepReading(),
  ...Array.from({ length: plan.streams }, (_, lane) => keepAsking(lane)),
])
// Kept connections would keep the process alive; pipe output must be written first.
process.stdout.write(JSON.stringify(result), () => process.exit())

/** Sends reads when they are due, even if earlier ones have no response yet. */
async function keepReading(): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  const running: Promise<void>[] = []
  const started = performance.now()
  for (let sent = 0; performance.now() < until; sent += 1) {
    const due = started + (sent * 1_000) / plan.readsASecond
    const early = due - performance.now()
    if (early > 0) await sleep(early)
    running.push(read(agent, sent, due))
  }
  await Promise.all(running)
}

async function read(agent: Agent, at: number, due: number): Promise<void> {
  const { status, answer } = await send(agent, pick(plan.paths, at), pick(plan.keys, at))
  const isWhole = await readAll(answer)
  count(result.reads.statuses, isWhole ? status : CUT)
  // From when it was due, because a slow server makes others wait, too.
  if (isWhole && status === '200') result.reads.times.push(performance.now() - due)
}

/** Asks one question after another. */
async function keepAsking(lane: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let at = lane; performance.now() < until; at += 1) {
    const began = performance.now()
    const body = JSON.stringify({ Message: pick(plan.messages, at) })
    const { status, answer } = await send(agent, CHAT, pick(plan.keys, lane), body)
    let tail = ''
    const isWhole = await readAll(answer, (piece) => {
      if (status === '200' && tail === '') {
        result.streams.firstFrames.push(performance.now() - began)
      }
      tail = (tail + piece).slice(-20)
    })
    count(result.streams.statuses, isWhole ? status : CUT)
    if (tail.endsWith('data: [DONE]\n\n')) result.streams.completed += 1
    if (status !== '200') await sleep(WAIT_MS)
  }
  agent.destroy()
}

type Sent = { status: string; answer?: IncomingMessage }

/** Returns true if a response reached its end. */
async function readAll(
  answer: IncomingMessage | undefined,
  onPiece?: (piece: string) => void,
): Promise<boolean> {
  try {
    for await (const piece of answer ?? []) onPiece?.(String(piece))
    return true
  } catch {
    return false
  }
}

/** Returns a status, or the name of the connection's failure. */
function send(agent: Agent, path: string, key: string, body?: string): Promise<Sent> {
  return new Promise((resolve) => {
    const headers = {
      'X-Service-API-Key': key,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    }
    const method = body === undefined ? 'GET' : 'POST'
    request(`${plan.address}${path}`, { agent, method, headers }, (answer) => {
      resolve({ status: String(answer.statusCode), answer })
    })
      .on('error', (error: NodeJS.ErrnoException) => resolve({ status: error.code ?? error.name }))
      .end(body)
  })
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}

function pick(texts: readonly string[], at: number): string {
  return texts[at % texts.length] ?? ''
}
