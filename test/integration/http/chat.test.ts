import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey } from '#src/access/keys.ts'
import { chatMeta } from '#src/api/a/chat/schema.ts'
import { buildApp } from '#src/app.ts'
import type { ChatRequest } from '#src/assistant/chat.ts'
import { createPostgres } from '#src/platform/clients/postgres.ts'
import { PATH, scripted } from '#test/integration/assistant/chat-world.ts'
import { openWorld, type World } from './world.ts'

const { answerer, state } = scripted({})

let world: World
let headers: Record<string, string>
beforeAll(async () => {
  world = await openWorld('chat', { answerer })
  const { key } = await createKey(world.postgres, { tier: 'Internal', owner: 'Test' })
  headers = { 'x-service-api-key': key }
})
afterAll(() => world.close())

const post = (payload: object, more: Record<string, string> = {}) =>
  world.app.inject({ method: 'POST', url: PATH, headers: { ...headers, ...more }, payload })
const metaOf = (body: string) =>
  chatMeta.parse(JSON.parse(/^event: meta\ndata: (.*)\n\n/.exec(body)?.[1] ?? ''))

test('is an event stream that is not cached, buffered, or compressed', async () => {
  const response = await post({ Message: 'Hello' }, { 'accept-encoding': 'gzip, br' })
  expect(response.statusCode, response.body).toBe(200)
  expect(response.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
  })
  expect(response.headers['content-encoding']).toBeUndefined()
  expect(response.body.endsWith('\n\ndata: [DONE]\n\n')).toBe(true)
  expect(metaOf(response.body).RequestID).toBe(response.headers['x-request-id'])
})

test('keeps the given session, and creates one otherwise', async () => {
  const sessionOf = async (more?: Record<string, string>) =>
    metaOf((await post({ Message: 'Hello' }, more)).body).Session
  expect(await sessionOf({ 'x-service-session': 'tab-1:abc_DEF.9' })).toBe('tab-1:abc_DEF.9')
  const [one, other] = [await sessionOf(), await sessionOf()]
  expect(one).toMatch(/^[\w-]{36}$/)
  expect(one).not.toBe(other)
})

test('passes on only validated fields', async () => {
  state.asked.length = 0
  await post({
    Message: 'And in 2020?',
    History: [
      { Role: 'user', Content: 'What was its revenue?' },
      { Role: 'assistant', Content: '' },
    ],
    Context: { Path: '/charity/70000001', EIN: '70000001', CharityName: 'A', SearchQuery: '' },
  })
  await post({ Message: 'Hello' })
  expect(state.asked).toEqual<ChatRequest[]>([
    {
      message: 'And in 2020?',
      history: [
        { role: 'user', content: 'What was its revenue?' },
        { role: 'assistant', content: '' },
      ],
      context: { path: '/charity/70000001', ein: '070000001', name: 'A' },
    },
    { message: 'Hello', history: [], context: {} },
  ])
})

test('says how new its data is', async () => {
  expect(metaOf((await post({ Message: 'Hello' })).body)).not.toHaveProperty('CompiledAt')
  const CompiledAt = '2026-03-01T04:05:06.789Z'
  await world.postgres.query(
    `insert into release values ('20260301t040506789z', '${CompiledAt}', 'load')`,
  )
  expect(metaOf((await post({ Message: 'Hello' })).body)).toMatchObject({ CompiledAt })
})

test('needs a key that may chat, and costs one operation for each answer', async () => {
  const statusOf = async (key: string, Message = 'A') =>
    (await post({ Message }, { 'x-service-api-key': key })).statusCode
  const site = await createKey(world.postgres, { tier: 'Site', owner: 'Test' })
  expect(await statusOf(site.key)).toBe(403)
  const { key } = await createKey(world.postgres, { tier: 'Paid', owner: 'Test', advancedLimit: 2 })
  state.asked.length = 0
  const statuses = [await statusOf(key, ''), await statusOf(key), await statusOf(key)]
  expect([...statuses, await statusOf(key)]).toEqual([422, 200, 200, 429])
  // A rejected request has no answer.
  expect(state.asked).toHaveLength(2)
})

test('is an ordinary 503 if the store is unavailable before it begins, and frees its slot', async () => {
  const postgres = createPostgres({ url: 'postgres://u:p@127.0.0.1:1/d' })
  const config = { ...world.deps.config, access: 'open' as const }
  const app = await buildApp({ ...world.deps, config, postgres, chatLimits: { ofOneClient: 1 } })
  for (const _ of [1, 2]) {
    const response = await app.inject({ method: 'POST', url: PATH, payload: { Message: 'A' } })
    const code = response.json().detail.ErrorCode
    expect([response.statusCode, code]).toEqual([503, 'StoreUnavailable'])
  }
  await Promise.all([app.close(), postgres.close()])
})

test('is documented with its frames', async () => {
  const document = (await world.app.inject('/openapi.json')).json()
  const { post: operation } = document.paths[PATH]
  const { schema } = operation.responses[200].content['text/event-stream']
  type Frame = { properties: { event: { const?: string; enum?: string[] } } }
  const events = schema.oneOf.map(
    ({ properties: { event } }: Frame) => event.const ?? event.enum?.[0],
  )
  expect(events).toEqual(['meta', 'delta', 'citation', 'error', 'message'])
  // The data of a frame, unless it is a plain word.
  const names = [...JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)]
  expect(names).toHaveLength(4)
  for (const [, name = ''] of names) expect(document.components.schemas).toHaveProperty(name)
  const session = { in: 'header', name: 'x-service-session', required: false }
  expect(operation.parameters).toMatchObject([session])
  const statuses = ['200', '400', '401', '403', '413', '422', '429', '503']
  expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(statuses))
})
