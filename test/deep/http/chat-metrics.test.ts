import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { withResolvers } from '#src/domain/es2024.ts'
import type { SqlValue } from '#src/platform/clients/postgres.ts'
import type { Server } from '#src/server.ts'
import { aborted, ask, openKey, scripted, serve } from '#test/integration/assistant/chat-world.ts'
import { openWorld, type World } from '#test/integration/http/world.ts'

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
const store = {
  isSlow: false,
  isAsked: withResolvers<void>(),
  goOn: withResolvers<void>(),
}

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

const measured = async (): Promise<Record<string, number>> => {
  const body = await (await fetch(`${server.address}/metrics`)).text()
  const lines = body.matchAll(/^(assistant_chats_\S+) (\d+)$/gm)
  return Object.fromEntries([...lines].map(([, name, count]) => [name, Number(count)]))
}

const shows = (open: number, [completed, cancelled, failed]: [number, number, number]) =>
  vi.waitFor(async () =>
    expect(await measured()).toEqual({
      assistant_chats_open: open,
      'assistant_chats_total{outcome="completed"}': completed,
      'assistant_chats_total{outcome="cancelled"}': cancelled,
      'assistant_chats_total{outcome="failed"}': failed,
    }),
  )

test('/metrics counts chats by outcome and running ones separately, and nothing else about them', async () => {
  await shows(0, [0, 0, 0])
  await ask(server.address, key, 'Hello')
  await shows(0, [1, 0, 0])
  await ask(server.address, key, 'fails')
  await shows(0, [1, 0, 1])
  let leaveNow = () => {}
  const left = ask(server.address, key, 'waits', (_, leave) => {
    leaveNow = leave
  })
  await shows(1, [1, 0, 1])
  leaveNow()
  await left
  await shows(0, [1, 1, 1])
})

test('a chat whose client disconnected before it began is canceled, and its slot free', async () => {
  const before = await measured()
  store.isSlow = true
  const gone = new Promise<void>((resolve) => {
    server.app.server.once('request', (_, answer) => answer.once('close', resolve))
  })
  const leaving = new AbortController()
  const left = fetch(`${server.address}/api/v2/assistant/chat/stream`, {
    method: 'POST',
    headers: { ...key, 'content-type': 'application/json' },
    body: JSON.stringify({ Message: 'Hello' }),
    signal: leaving.signal,
  }).catch(() => undefined)
  await store.isAsked.promise
  leaving.abort()
  await left
  await gone
  store.goOn.resolve()
  const cancelled = 'assistant_chats_total{outcome="cancelled"}'
  await vi.waitFor(async () =>
    expect(await measured()).toEqual({ ...before, [cancelled]: (before[cancelled] ?? 0) + 1 }),
  )
})

test('a rejected chat is not counted', async () => {
  const before = await measured()
  const headers = { ...key, 'content-type': 'application/json' }
  const url = '/api/v2/assistant/chat/stream'
  const refused = await server.app.inject({ method: 'POST', url, headers, payload: '{}' })
  expect(refused.statusCode).toBe(422)
  expect(await measured()).toEqual(before)
})
