import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { organizationsIndex } from '#mappings/organizations.ts'
import { createKey, revokeKey } from '#src/access/keys.ts'
import { errorBody } from '#src/api/a/operation.ts'
import { errorEnvelope } from '#src/api/b/operation.ts'
import { type AppDeps, buildApp } from '#src/app.ts'
import { createOpenSearch } from '#src/platform/clients/opensearch.ts'
import { createPostgres } from '#src/platform/clients/postgres.ts'
import { buildIndex, embed, ORGANIZATIONS, openWorld, RELEASE, type World } from './world.ts'

let world: World
let silent: Server
let silentUrl: string
const unknownKey = `nrk_${'A'.repeat(43)}`

beforeAll(async () => {
  world = await openWorld('errors')
  await buildIndex(world.opensearch, world.deps.indexPrefix, ORGANIZATIONS)
  // Accepts connections and never responds, like a paused process.
  silent = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => silent.once('listening', resolve))
  const address = silent.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  silentUrl = `127.0.0.1:${address.port}`
})
afterAll(async () => {
  silent.close()
  await world.close()
})

/** Returns responses of an application with some replaced dependencies, on A and on B. */
async function askBoth(replaced: Partial<AppDeps>, headers: Record<string, string> = {}) {
  const app = await buildApp({ ...world.deps, ...replaced })
  const [a, b] = await Promise.all([
    app.inject({ url: '/api/v2/search?Query=food&Mode=Discovery', headers }),
    app.inject({ url: '/api/v2/search?q=places+that+give+food', headers }),
  ])
  await app.close()
  return { a, b, detail: errorBody.parse(a.json()).detail, envelope: errorEnvelope.parse(b.json()) }
}

const at = (host: string) => ({
  opensearch: createOpenSearch({ url: `http://${host}`, requestTimeoutMs: 100 }),
})
const storeAt = (host: string) => ({
  postgres: createPostgres({ url: `postgres://u:p@${host}/d` }),
})

describe('503 with Retry-After', () => {
  test.each([
    ['SearchUnavailable', 'the index refuses connections', () => at('127.0.0.1:1'), {}],
    ['SearchUnavailable', 'the index is silent', () => at(silentUrl), {}],
    ['IndexNotReady', 'no index has been built', () => ({ indexPrefix: 'http-none-' }), {}],
    [
      'StoreUnavailable',
      'the store refuses connections',
      () => storeAt('127.0.0.1:1'),
      { authorization: `Bearer ${unknownKey}` },
    ],
    [
      'StoreUnavailable',
      'the store is silent',
      () => storeAt(silentUrl),
      { authorization: `Bearer ${unknownKey}` },
    ],
  ])('%s when %s', async (code, _, replaced, headers) => {
    const { a, b, detail, envelope } = await askBoth(replaced(), headers)
    expect([a.statusCode, b.statusCode]).toEqual([503, 503])
    expect(detail).toMatchObject({ ErrorCode: code })
    expect(Number(a.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(b.headers['retry-after'])).toBeGreaterThan(0)
    expect(envelope.error).not.toMatch(/127\.0\.0\.1|ECONN|Error/)
  })

  test('DiscoveryIndexEmpty when no document has a vector', async () => {
    const indexPrefix = 'http-errors-novector-'
    const withoutVectors = ORGANIZATIONS.map(({ vector: _, ...document }) => ({
      ...document,
      query: { ...document.query, programs: [], classification: [] },
    }))
    await buildIndex(world.opensearch, indexPrefix, withoutVectors)
    const { a, detail } = await askBoth({ indexPrefix })
    expect(a.statusCode, a.body).toBe(503)
    expect(detail).toMatchObject({ ErrorCode: 'DiscoveryIndexEmpty' })
    const index = organizationsIndex(indexPrefix, RELEASE)
    await world.opensearch.run((client) => client.indices.delete({ index }))
  })

  test('health is 503 without an engine and without an index', async () => {
    for (const replaced of [at('127.0.0.1:1'), { indexPrefix: 'http-none-' }]) {
      const app = await buildApp({ ...world.deps, ...replaced })
      const response = await app.inject('/api/v2/health')
      expect(response.statusCode).toBe(503)
      errorBody.parse(response.json())
      await app.close()
    }
  })
})

test('500 InternalError reveals nothing internal', async () => {
  const broken = async () => {
    throw new TypeError('secret detail')
  }
  const { a, b, detail } = await askBoth({ embed: broken })
  expect([a.statusCode, b.statusCode]).toEqual([500, 500])
  expect(detail).toMatchObject({ ErrorCode: 'InternalError' })
  expect(a.body + b.body).not.toContain('secret')
})

test('422 PageTooDeep names ways to narrow a search, and the export; 400 on B', async () => {
  const a = await world.app.inject('/api/v2/search?Query=food&Cursor=1001')
  expect(a.statusCode).toBe(422)
  expect(a.json().detail).toMatchObject({ ErrorCode: 'PageTooDeep' })
  expect(a.json().detail.Message).toContain('MinRevenue')
  expect(a.json().detail.Message).toContain('/api/v2/export')
  const b = await world.app.inject('/api/v2/search?q=food&page=1001')
  expect(b.statusCode).toBe(400)
})

describe('400 InvalidRequest', () => {
  test.each(['/api/v2/search?Query=%ZZ', '/api/v2/search?Query=%C3%28', '/api/v2/%ff/page'])(
    '%s',
    async (url) => {
      const response = await world.app.inject(url)
      expect(response.statusCode).toBe(400)
      expect(response.json().detail).toMatchObject({ ErrorCode: 'InvalidRequest' })
      expect(response.headers['x-request-id']).toBeTruthy()
    },
  )

  test.each([
    ['{}', 'text/plain', 'Set Content-Type: application/json.'],
    ['{"Message": "A"', 'application/json', 'Send one complete JSON object.'],
    ['', 'application/json', 'Send a JSON object.'],
  ])('a body of %j as %s says what to send', async (payload, type, words) => {
    const { key } = await createKey(world.postgres, { tier: 'Internal', owner: 'Test' })
    const response = await world.app.inject({
      method: 'POST',
      url: '/api/v2/agent-feedback',
      headers: { 'x-service-api-key': key, 'content-type': type },
      payload,
    })
    expect(response.statusCode).toBe(400)
    expect(response.json().detail).toMatchObject({ ErrorCode: 'InvalidRequest' })
    expect(response.json().detail.Message).toContain(words)
  })

  test('a query string over 8 KiB, in the envelope on B', async () => {
    const response = await world.app.inject(`/api/v2/search?q=${'x'.repeat(9_000)}`)
    expect(response.statusCode).toBe(400)
    expect(errorEnvelope.parse(response.json()).error).toContain('8 KiB')
  })
})

describe('404 and 405', () => {
  test.each(['/nowhere', '/api/v2', '/api/v2/searchh', '/api/v2/search/', '/charity', '//'])(
    '%s is not a route',
    async (url) => {
      const response = await world.app.inject(url)
      expect(response.statusCode).toBe(404)
      expect(response.json().detail).toMatchObject({ ErrorCode: 'RouteNotFound' })
    },
  )

  test.each(['POST', 'PUT', 'DELETE', 'PATCH'] as const)('%s is not allowed', async (method) => {
    const response = await world.app.inject({ method, url: '/api/v2/search?q=food' })
    expect(response.statusCode).toBe(405)
    expect(response.headers.allow).toBe('GET, HEAD, OPTIONS')
    expect(errorEnvelope.parse(response.json()).error).toContain('Allow')
    const health = await world.app.inject({ method, url: '/api/v2/health' })
    expect(health.json().detail).toMatchObject({ ErrorCode: 'MethodNotAllowed' })
  })

  test.each([
    ['QUERY', {}],
    ['PUT', { 'content-type': 'text/plain' }],
    ['POST', { 'content-type': 'application/json' }],
  ] as const)('%s is rejected before its body is read, case %#', async (method, headers) => {
    const response = await world.app.inject({
      // The injector's types do not include QUERY (RFC 10008) yet.
      method: method as 'PUT',
      url: '/api/v2/health',
      headers,
      payload: '{',
    })
    expect(response.statusCode).toBe(405)
    expect(response.json().detail).toMatchObject({ ErrorCode: 'MethodNotAllowed' })
  })
})

describe('401', () => {
  const get = (headers: Record<string, string>, url = '/api/v2/search?Query=harvest') =>
    world.app.inject({ url, headers })

  test('a valid key works in either header', async () => {
    const { id, key } = await createKey(world.postgres, { tier: 'Paid', owner: 'Test' })
    expect((await get({ authorization: `Bearer ${key}` })).statusCode).toBe(200)
    expect((await get({ authorization: `bearer ${key}` })).statusCode).toBe(200)
    expect((await get({ 'x-service-api-key': key })).statusCode).toBe(200)
    expect(
      (await get({ 'x-service-api-key': key, authorization: `Bearer ${key}` })).statusCode,
    ).toBe(401)
    await revokeKey(world.postgres, id)
    expect((await get({ 'x-service-api-key': key })).statusCode).toBe(401)
  })

  test.each([
    { authorization: 'Basic dXNlcjpwYXNz' },
    { authorization: 'Bearer' },
    { authorization: `Bearer ${unknownKey} more` },
    { authorization: `Bearer ${unknownKey}` },
    { 'x-service-api-key': '' },
    { 'x-service-api-key': 'nrk_short' },
    { 'x-service-api-key': `${unknownKey}, ${unknownKey}` },
  ])('%o is InvalidCredential, even if none is needed', async (headers) => {
    const a = await get(headers)
    expect(a.statusCode).toBe(401)
    expect(a.headers['www-authenticate']).toBe('Bearer')
    expect(a.json().detail).toMatchObject({ ErrorCode: 'InvalidCredential' })
    const b = await get(headers, '/api/v2/search?q=harvest')
    expect(b.statusCode).toBe(401)
    errorEnvelope.parse(b.json())
  })

  test('ACCESS=open ignores credentials', async () => {
    const app = await buildApp({
      ...world.deps,
      embed,
      config: { ...world.deps.config, access: 'open' },
    })
    const headers = { authorization: `Bearer ${unknownKey}` }
    const response = await app.inject({ url: '/api/v2/search?Query=harvest', headers })
    expect(response.statusCode).toBe(200)
    await app.close()
  })
})
