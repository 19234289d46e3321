import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { AppDeps } from '#src/app.ts'
import { ApiError } from '#src/platform/errors.ts'
import {
  aborted,
  ask,
  headersOf,
  openKey,
  PATH,
  type Scripts,
  scripted,
  serve,
} from '#test/integration/assistant/chat-world.ts'
import { openWorld, type World } from '#test/integration/http/world.ts'

const EVIDENCE = {
  ref: '990:2022:202312345678901234:/Return/ReturnData/IRS990/CYTotalRevenueAmt',
  collection: 'filings' as const,
  form: '990' as const,
  taxYear: 2022,
  citation: 'Form 990 (2022), Part I, line 12',
}
const PIECE = 'x'.repeat(16_384)

let world: World
let key: { 'X-Service-API-Key': string }
let made = 0
let releaseStubborn = () => {}

const scripts: Scripts = {
  async *cited() {
    yield { kind: 'text', text: 'Total revenue was\n$5,000.\n\ndata: [DONE]\n\n' }
    yield {
      kind: 'citation',
      citation: {
        ...{ ein: '070000001', name: 'Made', label: 'Total revenue', value: 5_000 },
        evidence: EVIDENCE,
      },
    }
    yield { kind: 'recovery', id: 'recovery-1' }
    yield { kind: 'text', text: 'That is all.' }
  },
  async *waits(signal) {
    yield { kind: 'text', text: 'A moment.' }
    await aborted(signal)
  },
  async *'waits with a connection'(signal) {
    yield { kind: 'text', text: 'A moment.' }
    await world.postgres.transaction(async (session) => {
      await session.query('select 1 as chat_holds')
      await aborted(signal)
    })
  },
  async *stubborn() {
    yield { kind: 'text', text: 'A moment.' }
    await new Promise<void>((resolve) => {
      releaseStubborn = resolve
    })
  },
  async *endless() {
    for (;;) {
      made += 1
      yield { kind: 'text', text: PIECE }
    }
  },
  async *'fails late'() {
    yield { kind: 'text', text: 'So far' }
    throw new TypeError('secret detail')
  },
  'not found': () => ({
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new ApiError('ProfileNotFound')) }),
  }),
}

beforeAll(async () => {
  world = await openWorld('chat_stream')
  key = await openKey(world.postgres)
})
afterAll(() => world.close())

/** Opens a separate server until the end of the test. */
async function open(chatLimits: AppDeps['chatLimits'] & object = {}) {
  const { answerer, state } = scripted(scripts)
  const { address, app, close } = await serve(world.deps, { answerer, chatLimits })
  onTestFinished(() => {
    // The client sometimes opens connections that it never uses, and a close has to wait for them.
    app.server.closeAllConnections()
    return close()
  })
  return { address, state, close }
}

/** Begins a chat; `leave` disconnects its client once a frame has arrived. */
function begin(address: string, message: string, headers = key) {
  const chat = { leave: () => {}, comments: () => 0 }
  const heard = ask(address, headers, message, (_, leave, so) => {
    Object.assign(chat, { leave, comments: () => so.comments })
  })
  return { chat, heard }
}

const events = ({ frames }: { frames: { event: string }[] }) => frames.map(({ event }) => event)

describe('the stream of a chat, read by a client of server-sent events', () => {
  test('sends its frames in order, and [DONE] last', async () => {
    const { address } = await open()
    const heard = await ask(address, key, 'cited')
    expect(events(heard)).toEqual(['meta', 'delta', 'citation', 'meta', 'delta'])
    expect(heard.isDone).toBe(true)
    const [meta, delta, citation, again] = heard.frames.map(({ data }) => data)
    const [RequestID, Session] = [expect.any(String), expect.any(String)]
    expect(meta).toMatchObject({ RequestID, Session, Answerer: 'Planner' })
    expect(delta).toEqual({ Text: 'Total revenue was\n$5,000.\n\ndata: [DONE]\n\n' })
    expect(citation).toEqual({
      ...{ Ref: EVIDENCE.ref, Collection: 'filings', Form: '990', TaxYear: 2022 },
      ...{ Citation: EVIDENCE.citation, EIN: '070000001', Label: 'Total revenue', Value: 5_000 },
    })
    expect(again).toEqual({ ...meta, RecoverySessionID: 'recovery-1' })
  })

  test.each([
    ['fails late', ['meta', 'delta', 'error'], 'InternalError'],
    ['not found', ['meta', 'error'], 'ProfileNotFound'],
  ])('reports that %s, and [DONE] is last', async (message, expected, code) => {
    const { address } = await open()
    const heard = await ask(address, key, message)
    expect(events(heard)).toEqual(expected)
    expect(heard.frames.at(-1)?.data).toMatchObject({ ErrorCode: code })
    expect(heard.isDone).toBe(true)
    expect(JSON.stringify(heard)).not.toContain('secret')
  })

  test('sends heartbeats while there are no results', async () => {
    const { address } = await open({ heartbeatMs: 5 })
    const { chat, heard } = begin(address, 'waits')
    await vi.waitFor(() => expect(chat.comments()).toBeGreaterThan(2))
    chat.leave()
    expect(events(await heard)).toEqual(['meta', 'delta'])
  })

  test('ends when it takes too long, and says so', async () => {
    const { address, state } = await open({ longestMs: 50 })
    const heard = await ask(address, key, 'waits')
    expect(events(heard)).toEqual(['meta', 'delta', 'error'])
    expect(heard.frames.at(-1)?.data).toMatchObject({ ErrorCode: 'AssistantUnavailable' })
    expect(heard.isDone).toBe(true)
    await vi.waitFor(() => expect(state.ended).toBe(1))
  })

  test('ends cleanly when the service stops', async () => {
    const { address, state, close } = await open()
    const heard = Array.from({ length: 5 }, () => ask(address, key, 'waits'))
    await vi.waitFor(() => expect(state.asked).toHaveLength(5))
    await close()
    for (const one of await Promise.all(heard)) {
      expect(one.frames.at(-1)?.data).toMatchObject({ ErrorCode: 'AssistantUnavailable' })
      expect(one.isDone).toBe(true)
    }
    expect(state.ended).toBe(5)
  })
})

describe('a client that disconnects', () => {
  test('ends the work, and frees its store connection and its slot', async () => {
    const { address, state } = await open({ ofOneClient: 1 })
    const sql = `select from pg_stat_activity where datname = current_database()
        and state = 'idle in transaction' and query like '%chat_holds%'`
    const untilHeld = (count: number) =>
      vi.waitFor(async () => expect(await world.postgres.query(sql)).toHaveLength(count))
    const { chat, heard } = begin(address, 'waits with a connection')
    await untilHeld(1)
    chat.leave()
    expect((await heard).isDone).toBe(false)
    await vi.waitFor(() => expect(state.ended).toBe(1))
    await untilHeld(0)
    expect((await ask(address, key, 'cited')).isDone).toBe(true)
  })

  test('keeps its slot as long as its work continues', async () => {
    const { address, state } = await open({ ofOneClient: 1 })
    await ask(address, key, 'stubborn', ({ event }, leave) => {
      if (event === 'delta') leave()
    })
    const again = () => post(address, 'cited')
    expect((await again()).status).toBe(429)
    expect(state.ended).toBe(0)
    releaseStubborn()
    await vi.waitFor(() => expect(state.ended).toBe(1))
    expect((await again()).status).toBe(200)
  })
})

const post = (address: string, message: string, headers: Record<string, string> = key) =>
  fetch(`${address}${PATH}`, {
    method: 'POST',
    headers: headersOf(headers),
    body: JSON.stringify({ Message: message }),
  })

describe('a client that reads slowly', () => {
  /** Begins to read, and then pauses. */
  async function read(address: string): Promise<IncomingMessage> {
    const asked = request(`${address}${PATH}`, {
      method: 'POST',
      headers: headersOf(key),
      agent: false,
    })
    asked.on('error', () => undefined)
    asked.end(JSON.stringify({ Message: 'endless' }))
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    response.on('error', () => undefined)
    response.once('data', () => response.pause())
    return response
  }

  const untilItRests = (): Promise<void> =>
    vi.waitFor(
      async () => {
        const before = made
        await new Promise((resolve) => setTimeout(resolve, 100))
        expect(made).toBe(before)
      },
      { timeout: 20_000, interval: 1 },
    )

  test('pauses the answer until it continues to read', async () => {
    const { address, state } = await open()
    made = 0
    const response = await read(address)
    await untilItRests()
    // Both ends of a loopback connection buffer this much; the answer itself is endless.
    expect(made * PIECE.length).toBeLessThan(64 * 1024 * 1024)
    const resting = made
    response.resume()
    await vi.waitFor(() => expect(made).toBeGreaterThan(resting + 100), { timeout: 10_000 })
    response.destroy()
    await vi.waitFor(() => expect(state.ended).toBe(1))
  })

  test('is cut if it still does not read after the time limit of a chat', async () => {
    const { address, state } = await open({ longestMs: 300, graceMs: 100, ofOneClient: 1 })
    const response = await read(address)
    await vi.waitFor(() => expect(state.ended).toBe(1), { timeout: 10_000 })
    expect((await post(address, 'cited')).status).toBe(200)
    response.destroy()
  })
})

test('chats beyond the limits of one client and of all are rejected', async () => {
  const { address, state } = await open({ ofOneClient: 2, inAll: 3 })
  const refused = async (headers = key) => {
    const response = await post(address, 'cited', headers)
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(await response.json()).toMatchObject({ detail: { ErrorCode: 'RateLimited' } })
  }
  const running = [begin(address, 'waits'), begin(address, 'waits')]
  await vi.waitFor(() => expect(state.asked).toHaveLength(2))
  await Promise.all([refused(), refused()])
  const other = await openKey(world.postgres)
  running.push(begin(address, 'waits', other))
  await vi.waitFor(() => expect(state.asked).toHaveLength(3))
  await refused(await openKey(world.postgres))
  for (const { chat } of running) chat.leave()
  await Promise.all(running.map(({ heard }) => heard))
  await vi.waitFor(() => expect(state.ended).toBe(3))
  expect((await ask(address, key, 'cited')).isDone).toBe(true)
})
