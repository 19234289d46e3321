import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { withResolvers } from '#src/domain/es2024.ts'
import { createModelBackend } from '#src/platform/clients/model-backend.ts'
import type { SqlValue } from '#src/platform/clients/postgres.ts'
import type { Server } from '#src/server.ts'
import {
  aborted,
  ask,
  headersOf,
  openKey,
  PATH,
  scripted,
  serve,
} from '#test/integration/assistant/chat-world.ts'
import { fail, openModelServer } from '#test/integration/assistant/model-server.ts'
import { openWorld, type World } from '#test/integration/http/world.ts'
import { meanwhile, startCommand } from '#test/world/command.ts'

const { answerer } = scripted({
  async *waits(signal) {
    yield { kind: 'text', text: 'A moment.' }
    await aborted(signal)
  },
  async *fails() {
    yield { kind: 'text', text: 'So far' }
    throw new TypeError('on purpose')
  },
})

/** The store delays the read of the release, which a chat needs before it begins. */
const store = { isSlow: false, isAsked: withResolvers<void>(), goOn: withResolvers<void>() }

let world: World
let server: Server
let key: { 'X-Service-API-Key': string }
beforeAll(async () => {
  world = await openWorld('chat_metrics')
  key = await openKey(world.postgres)
  const query = async <Row extends object>(text: string, values?: SqlValue[]): Promise<Row[]> => {
    if (store.isSlow && text.includes('from release')) {
      store.isAsked.resolve()
      await store.goOn.promise
    }
    return await world.postgres.query<Row>(text, values)
  }
  server = await serve(world.deps, { answerer, postgres: { ...world.postgres, query } })
})
afterAll(async () => {
  server.app.server.closeAllConnections()
  await server.close()
  await world.close()
})

/** Returns the metrics of a name by the value of their label, if they have one. */
const measured = async (name: string, of = server): Promise<Record<string, number>> => {
  const body = await (await fetch(`${of.address}/metrics`)).text()
  const lines = body.matchAll(new RegExp(`^${name}(?:\\{\\w+="([^"]+)"\\})? (\\d+)$`, 'gm'))
  return Object.fromEntries([...lines].map(([, label = '', count]) => [label, Number(count)]))
}
const shows = (open: number, completed: number, cancelled: number, failed: number) =>
  vi.waitFor(async () => {
    expect(await measured('assistant_chats_total')).toEqual({ completed, cancelled, failed })
    expect(await measured('assistant_chats_open')).toEqual({ '': open })
  })

test('/metrics counts chats by outcome and running ones separately', async () => {
  await shows(0, 0, 0, 0)
  await ask(server.address, key, 'Hello')
  await shows(0, 1, 0, 0)
  await ask(server.address, key, 'fails')
  await shows(0, 1, 0, 1)
  let leaveNow = () => {}
  const left = ask(server.address, key, 'waits', (_, leave) => {
    leaveNow = leave
  })
  await shows(1, 1, 0, 1)
  leaveNow()
  await left
  await shows(0, 1, 1, 1)
  // A rejected chat is not counted.
  const headers = headersOf(key)
  await server.app.inject({ method: 'POST', url: PATH, headers, payload: '{}' })
  await shows(0, 1, 1, 1)
})

test('a chat whose client disconnected before it began is canceled, and its slot free', async () => {
  const { cancelled = 0 } = await measured('assistant_chats_total')
  store.isSlow = true
  const gone = new Promise<void>((resolve) => {
    server.app.server.once('request', (_, answer) => answer.once('close', resolve))
  })
  const leaving = new AbortController()
  const left = fetch(`${server.address}${PATH}`, {
    method: 'POST',
    headers: headersOf(key),
    body: JSON.stringify({ Message: 'Hello' }),
    signal: leaving.signal,
  }).catch(() => undefined)
  await store.isAsked.promise
  leaving.abort()
  await Promise.all([left, gone])
  store.goOn.resolve()
  await vi.waitFor(async () =>
    expect(await measured('assistant_chats_total')).toMatchObject({ cancelled: cancelled + 1 }),
  )
  expect(await measured('assistant_chats_open')).toEqual({ '': 0 })
})

test('/metrics counts failures of the model by kind, and notifications by outcome', async () => {
  const model = await openModelServer()
  const modelBackend = createModelBackend({ baseUrl: model.url, model: 'm', apiKey: 'wrong' })
  const tally = { sent: 2, failed: 1, abandoned: 0 }
  const sends = { enqueue: async () => {}, notify: async () => false, close: async () => {} }
  const notifier = { ...sends, tally: () => tally }
  const other = await serve(world.deps, { modelBackend, notifier })
  model.script(fail(401))
  await ask(other.address, key, 'What can you do?')
  expect(await measured('assistant_model_failures_total', other)).toEqual({
    ...{ credential: 1, refused: 0, busy: 0, timeout: 0, connection: 0, unreadable: 0 },
  })
  expect(await measured('notifications_total', other)).toEqual(tally)
  tally.sent += 1
  expect(await measured('notifications_total', other)).toEqual(tally)
  other.app.server.closeAllConnections()
  await Promise.all([other.close(), model.close()])
})

test('the log has a line for each stream when it ends: its frames, never a text or a key', async () => {
  const url = Object.assign(new URL(inject('databaseUrl')), { pathname: '/http_chat_metrics' })
  const script = 'test/integration/assistant/chat-server.ts'
  const command = startCommand(process.env, script, [url.toString()])
  onTestFinished(async () => {
    await command.kill()
  })
  // The last line may be incomplete.
  const lines = (sign: RegExp) =>
    command
      .said()
      .split('\n')
      .slice(0, -1)
      .filter((one) => sign.test(one))
  const logged = (count: number, sign = /"stream"/) =>
    meanwhile(command, () => lines(sign).length >= count)
  await logged(1, /^http:/)
  const [address = ''] = lines(/^http:/)
  await ask(address, key, 'a private question')
  await logged(1)
  await ask(address, key, 'wait', (_, leave) => leave())
  await logged(2)
  await ask(address, key, 'fail')
  await logged(3)
  const streams = lines(/"stream"/).map((line) => JSON.parse(line))
  command.child.kill('SIGTERM')
  await command.ended
  expect(streams.map(({ msg, status, stream }) => `${msg} ${status} ${stream.outcome}`)).toEqual([
    ...['request 200 completed', 'request 200 cancelled', 'request 200 failed'],
  ])
  expect(streams[0].stream.frames).toEqual({ meta: 1, delta: 1 })
  expect(streams[2].stream.frames).toEqual({ meta: 1, error: 1 })
  const log = command.said()
  expect(log).toContain('the cause of it')
  expect(log).not.toContain('private question')
  expect(log).not.toContain(key['X-Service-API-Key'])
})
