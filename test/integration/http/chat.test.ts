import { beforeAll, describe, expect, test } from 'vitest'
import { createKey } from '#src/access/keys.ts'
import { chatMeta } from '#src/api/a/chat/schema.ts'
import { buildApp } from '#src/app.ts'
import type { ChatRequest } from '#src/assistant/chat.ts'
import { createPostgres } from '#src/platform/clients/postgres.ts'
import { PATH, scripted } from '#test/integration/assistant/chat-world.ts'
import { opened } from '#test/integration/opened.ts'
import { cases } from '#test/unit/cases.ts'
import { keyed } from './sector-world.ts'
import { openWorld } from './world.ts'

const { answerer, state } = scripted({})

const world = opened(() => openWorld('chat', { answerer }))
let headers: Record<string, string>
beforeAll(async () => {
  headers = await keyed(world.postgres, 'Internal')
})

const post = (payload: object | string, more: Record<string, string> = {}, query = '') => {
  const sent = { ...headers, 'content-type': 'application/json', ...more }
  return world.app.inject({ method: 'POST', url: `${PATH}${query}`, headers: sent, payload })
}
const metaOf = (body: string) =>
  chatMeta.parse(JSON.parse(/^event: meta\ndata: (.*)\n\n/.exec(body)?.[1] ?? ''))

test('is an event stream that is not cached, buffered, or compressed', async () => {
  const response = await post({ Message: 'Hello' }, { 'accept-encoding': 'gzip, br' })
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
  const turns = ['user', 'assistant'] as const
  await post({
    Message: 'And in 2020?',
    History: turns.map((Role) => ({ Role, Content: Role === 'user' ? 'Its revenue?' : '' })),
    Context: { Path: '/charity/70000001', EIN: '70000001', CharityName: 'A', SearchQuery: '' },
  })
  await post({ Message: 'Hello' })
  expect(state.asked).toEqual<ChatRequest[]>([
    {
      message: 'And in 2020?',
      history: turns.map((role) => ({ role, content: role === 'user' ? 'Its revenue?' : '' })),
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
  expect([...statuses, await statusOf(key)]).toEqual([400, 200, 200, 429])
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

describe('a chat', () => {
  const turns = (count: string) =>
    Array.from({ length: Number(count) }, (_, at) => ({
      ...{ Role: at % 2 ? 'assistant' : 'user', Content: 'A' },
    }))
  /** Fills in `{2000 x}`, which is a text of that length, and `21 turns`. */
  const filled = (body: object) =>
    JSON.stringify(body)
      .replace(/"(\d+) turns"/, (_, count) => JSON.stringify(turns(count)))
      .replaceAll(/\{(\d+) (\S+?)\}/gu, (_, count, one) => one.repeat(Number(count)))

  test.each(cases<[object]>('chats within their limits'))('is answered: %j', async (body) => {
    const response = await post(filled(body))
    expect(response.statusCode, response.body).toBe(200)
    expect(response.body).toMatch(/data: \[DONE\]\n\n$/)
  })

  test.each(cases<[string, object]>('chats beyond their limits'))('%s: %j', async (fault, body) => {
    const asked = state.asked.length
    const response = await post(filled(body))
    expect(response.statusCode, response.body).toBe(400)
    const [{ loc, type }] = response.json().detail
    expect([loc[0], `${loc.slice(1).join('.')} ${type}`]).toEqual(['body', fault])
    expect(state.asked).toHaveLength(asked)
  })

  test('suggests a near name inside a field, and has no parameters of a query', async () => {
    const near = await post({ Message: 'A', Context: { SearchQuerry: 'A' } })
    expect(near.body).toContain('SearchQuery?')
    expect((await post({ Message: 'A' }, {}, '?Stream=1')).statusCode).toBe(422)
  })

  test('has a session of up to 128 safe characters', async () => {
    const send = (session: string) => post({ Message: 'A' }, { 'x-service-session': session })
    for (const session of ['a', 'x'.repeat(128), 'A-z_0:9.']) {
      expect((await send(session)).body).toContain(`"Session":"${session}"`)
    }
    for (const session of ['', 'x'.repeat(129), 'a b', 'a,b', 'ä', '<b>']) {
      const response = await send(session)
      expect(response.statusCode, session).toBe(422)
      expect(response.json().detail[0]).toMatchObject({ loc: ['header', 'x-service-session'] })
    }
  })
})
