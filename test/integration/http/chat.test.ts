import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { createKey } from '#src/access/keys.ts'
import { chatMeta } from '#src/api/a/chat/schema.ts'
import { buildApp } from '#src/app.ts'
import type { ChatRequest } from '#src/assistant/chat.ts'
import { createPostgres } from '#src/platform/clients/postgres.ts'
import { TSX } from '#src/platform/engines/tsx.ts'
import { ask, PATH, scripted } from '#test/integration/assistant/chat-world.ts'
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

describe('the streamed chat', () => {
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
    const given = await post({ Message: 'Hello' }, { 'x-service-session': 'tab-1:abc_DEF.9' })
    expect(metaOf(given.body).Session).toBe('tab-1:abc_DEF.9')
    const [one, other] = await Promise.all([post({ Message: 'Hello' }), post({ Message: 'Hello' })])
    expect(metaOf(one.body).Session).toMatch(/^[\w-]{36}$/)
    expect(metaOf(one.body).Session).not.toBe(metaOf(other.body).Session)
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
    await world.postgres.query(
      `insert into release values ('20260301t040506789z', '2026-03-01T04:05:06.789Z', 'load')`,
    )
    const { CompiledAt } = metaOf((await post({ Message: 'Hello' })).body)
    expect(CompiledAt).toBe('2026-03-01T04:05:06.789Z')
  })

  test('needs a key with Advanced operations, and costs one for each answer', async () => {
    const bare = await world.app.inject({ method: 'POST', url: PATH, payload: { Message: 'A' } })
    expect(bare.statusCode).toBe(401)
    const site = await createKey(world.postgres, { tier: 'Site', owner: 'Test' })
    const refused = await post({ Message: 'A' }, { 'x-service-api-key': site.key })
    expect(refused.statusCode).toBe(403)
    const paid = await createKey(world.postgres, { tier: 'Paid', owner: 'Test', advancedLimit: 2 })
    const own = { 'x-service-api-key': paid.key }
    state.asked.length = 0
    const statuses = [
      (await post({ Message: '' }, own)).statusCode,
      (await post({ Message: 'A' }, own)).statusCode,
      (await post({ Message: 'A' }, own)).statusCode,
      (await post({ Message: 'A' }, own)).statusCode,
    ]
    expect(statuses).toEqual([422, 200, 200, 429])
    // A rejected request has no answer.
    expect(state.asked).toHaveLength(2)
  })

  test.each(['GET', 'HEAD', 'PUT', 'DELETE'] as const)('rejects %s', async (method) => {
    const response = await world.app.inject({ method, url: PATH, headers })
    expect(response.statusCode).toBe(405)
    expect(response.headers.allow).toBe('POST, OPTIONS')
  })

  test('is an ordinary 503 if the store is unavailable before it begins', async () => {
    const postgres = createPostgres({ url: 'postgres://u:p@127.0.0.1:1/d' })
    const config = { ...world.deps.config, access: 'open' as const }
    const app = await buildApp({ ...world.deps, config, postgres, chatLimits: { ofOneClient: 1 } })
    for (const _ of [1, 2]) {
      const response = await app.inject({ method: 'POST', url: PATH, payload: { Message: 'A' } })
      expect(response.statusCode).toBe(503)
      expect(response.json().detail).toMatchObject({ ErrorCode: 'StoreUnavailable' })
    }
    await app.close()
    await postgres.close()
  })

  test('is documented with its frames', async () => {
    const document = (await world.app.inject('/openapi.json')).json()
    const { post: operation } = document.paths[PATH]
    expect(operation.description).toContain('[DONE]')
    const { schema } = operation.responses[200].content['text/event-stream']
    const events = schema.oneOf.map(
      ({ properties: { event } }: { properties: { event: { const?: string; enum?: string[] } } }) =>
        event.const ?? event.enum?.[0],
    )
    expect(events).toEqual(['meta', 'delta', 'citation', 'error', 'message'])
    // The data of a frame, unless it is a plain word.
    const names = [...JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)]
    expect(names).toHaveLength(4)
    for (const [, name = ''] of names) expect(document.components.schemas).toHaveProperty(name)
    expect(operation.parameters).toEqual([
      expect.objectContaining({ in: 'header', name: 'x-service-session', required: false }),
    ])
    expect(Object.keys(operation.responses)).toEqual(
      expect.arrayContaining(['200', '400', '401', '403', '413', '422', '429', '503']),
    )
  })
})

/** The application as a separate process, whose log can be read. */
function startLogged() {
  const url = new URL(inject('databaseUrl'))
  url.pathname = '/http_chat'
  const script = join(import.meta.dirname, '../assistant/chat-server.ts')
  const child = spawn(process.execPath, [...TSX, script, url.toString()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    child.kill()
  })
  const lines: string[] = []
  let onLine = () => {}
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    onLine()
  })
  const logged = async (isTrue: () => boolean) => {
    while (!isTrue()) {
      await new Promise<void>((resolve) => {
        onLine = resolve
      })
    }
  }
  const addressIn = () => lines.find((line) => line.startsWith('http://'))
  return {
    lines,
    logged,
    address: async () => {
      await logged(() => addressIn() !== undefined)
      return addressIn() ?? ''
    },
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

test('the log has a line for each stream when it ends: its frames, never a text or a key', async () => {
  const { lines, logged, stop, ...process } = startLogged()
  const address = await process.address()
  const key = { 'X-Service-API-Key': headers['x-service-api-key'] ?? '' }
  const endings = () => lines.filter((line) => line.includes('"stream"'))
  await ask(address, key, 'a private question')
  await logged(() => endings().length === 1)
  await ask(address, key, 'wait', (_, leave) => leave())
  await logged(() => endings().length === 2)
  await ask(address, key, 'fail')
  await logged(() => endings().length === 3)
  await stop()
  const streams = endings().map((line) => JSON.parse(line))
  expect(streams.map(({ msg, status, stream }) => [msg, status, stream.outcome])).toEqual([
    ['request', 200, 'completed'],
    ['request', 200, 'cancelled'],
    ['request', 200, 'failed'],
  ])
  expect(streams[0].stream.frames).toEqual({ meta: 1, delta: 1 })
  expect(streams[2].stream.frames).toEqual({ meta: 1, error: 1 })
  const log = lines.join('\n')
  expect(log).toContain('the cause of it')
  expect(log).not.toContain('private question')
  expect(log).not.toContain(key['X-Service-API-Key'])
})

test('a client that disconnects before the first byte is 499 in the log, not a failure', async () => {
  const { lines, logged, stop, ...process } = startLogged()
  const address = await process.address()
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: TOOL }
  const asked = [
    ...Array.from({ length: 5 }, () => [PATH, JSON.stringify({ Message: 'wait' })] as const),
    ...Array.from({ length: 5 }, () => ['/mcp', JSON.stringify(call)] as const),
  ]
  for (const [path, body] of asked) await leaveAtOnce(address, path, body)
  const endings = () =>
    lines.flatMap((line) => {
      const { msg, route, status, aborted } = line.startsWith('{') ? JSON.parse(line) : {}
      const isOne = msg === 'request' && (route === PATH || route === '/mcp')
      return isOne ? [`${route} ${status} ${aborted}`] : []
    })
  await logged(() => endings().length >= asked.length)
  await stop()
  expect(endings().toSorted()).toEqual(asked.map(([path]) => `${path} 499 true`).toSorted())
  expect(lines.filter((line) => /"level":[56]0/.test(line))).toEqual([])
})

const TOOL = { name: 'get_profile', arguments: { EIN: '070000001' } }

/** Sends a whole request and closes the connection immediately. */
async function leaveAtOnce(address: string, path: string, body: string): Promise<void> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${hostname}`,
    `X-Service-API-Key: ${headers['x-service-api-key']}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
  await once(socket, 'close')
}
