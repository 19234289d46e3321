import { type AddressInfo, createServer, type Server } from 'node:net'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKey, revokeKey } from '#src/access/keys.ts'
import { errorBody } from '#src/api/a/operation.ts'
import { errorEnvelope } from '#src/api/b/operation.ts'
import type { AppDeps } from '#src/app.ts'
import { createOpenSearch } from '#src/platform/clients/opensearch.ts'
import { createPostgres } from '#src/platform/clients/postgres.ts'
import { deleteAll } from '#test/integration/indices/builds.ts'
import { opened } from '#test/integration/opened.ts'
import { testCases } from '#test/unit/cases.ts'
import { buildIndex, ORGANIZATIONS, openWorld, withApp } from './world.ts'

const world = opened(() => openWorld('errors', {}, ORGANIZATIONS))
let silent: Server
let silentUrl: string
const unknownKey = `nrk_${'A'.repeat(43)}`

beforeAll(async () => {
  // Accepts connections and never responds, like a paused process.
  silent = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => silent.once('listening', resolve))
  silentUrl = `127.0.0.1:${(silent.address() as AddressInfo).port}`
})
afterAll(() => silent.close())

/** Returns responses of an application with some replaced dependencies, on A and on B. */
async function askBoth(replaced: Partial<AppDeps>, headers: Record<string, string> = {}) {
  const [a, b] = await withApp({ ...world.deps, ...replaced }, (app) =>
    Promise.all([
      app.inject({ url: '/api/v2/search?Query=food&Mode=Discovery', headers }),
      app.inject({ url: '/api/v2/search?q=places+that+give+food', headers }),
    ]),
  )
  return { a, b, detail: errorBody.parse(a.json()).detail, envelope: errorEnvelope.parse(b.json()) }
}

const at = (host: string) => ({
  opensearch: createOpenSearch({ url: `http://${host}`, requestTimeoutMs: 100 }),
})
const storeAt = (host: string) => ({
  postgres: createPostgres({ url: `postgres://u:p@${host}/d` }),
})

const REFUSING = '127.0.0.1:1'
const SENT = { authorization: `Bearer ${unknownKey}` }

describe('503 with Retry-After', () => {
  test.each([
    ['SearchUnavailable', 'the index refuses connections', () => at(REFUSING), {}],
    ['SearchUnavailable', 'the index is silent', () => at(silentUrl), {}],
    ['IndexNotReady', 'no index has been built', () => ({ indexPrefix: 'http-none-' }), {}],
    ['StoreUnavailable', 'the store refuses connections', () => storeAt(REFUSING), SENT],
    ['StoreUnavailable', 'the store is silent', () => storeAt(silentUrl), SENT],
  ])('%s when %s', async (code, _, replaced, headers) => {
    const { a, b, detail, envelope } = await askBoth(replaced(), headers)
    expect([a.statusCode, b.statusCode]).toEqual([503, 503])
    expect(detail).toMatchObject({ ErrorCode: code })
    for (const one of [a, b]) expect(Number(one.headers['retry-after'])).toBeGreaterThan(0)
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
    await deleteAll(world.opensearch, indexPrefix)
  })

  test.each([
    ['/api/v2/health', 'an index', () => ({ indexPrefix: 'http-none-' })],
    ...['/api/v2/health', '/readyz'].flatMap((url) => [
      [url, 'an engine', () => at(REFUSING)] as const,
      [url, 'an engine that answers', () => at(silentUrl)] as const,
    ]),
    ['/readyz', 'a store that answers', () => storeAt(silentUrl)],
  ] as const)('%s is 503 without %s', async (url, _, replaced) => {
    const response = await withApp({ ...world.deps, ...replaced() }, (app) => app.inject(url))
    expect(response.statusCode).toBe(503)
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
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

/** Returns status and code of a response of A, or status and sentence of one of B. */
async function send(url: string, options: Partial<InjectOptions> = {}) {
  const { statusCode, headers, body } = await world.app.inject({ url, ...options })
  const { detail, error } = JSON.parse(body)
  return { said: `${statusCode} ${detail?.ErrorCode ?? error}`, headers, body }
}

const EXPOSED =
  /^X-Request-Id, RateLimit, .*Retry-After, Server-Timing, ETag, X-Found, X-Release, Content-Disposition$/
testCases(
  'errors without a store',
  async (code: string, method: string, path: string, headers?: Record<string, string>) => {
    const url = path.replace(/\{(\d+) x\}/, (_, count) => 'x'.repeat(Number(count)))
    // Rejected before the faulty body is read. The injector's types do not include QUERY (RFC 10008).
    const options = { method: method as 'PUT', ...(headers && { headers, payload: '{' }) }
    const { said, headers: sent, body } = await send(url, options)
    expect(said).toMatch(new RegExp(`^${code}`))
    // Pages of other sites can read it.
    expect(sent).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringMatching(EXPOSED),
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      ...{ 'x-content-type-options': 'nosniff', 'x-request-id': expect.any(String) },
      vary: expect.stringContaining('accept-encoding'),
    })
    if (code.startsWith('405')) expect(sent.allow).toBe('GET, HEAD, OPTIONS')
    // A search can be narrowed, or exported whole.
    if (code === '422 PageTooDeep') expect(body).toMatch(/MinRevenue.*\/api\/v2\/export/)
  },
)

const A = '/api/v2/search?Query=harvest'

test('a valid key works in either header until it is revoked', async () => {
  const { id, key } = await createKey(world.postgres, { tier: 'Paid', owner: 'Test' })
  const statusOf = async (headers: Record<string, string>) =>
    (await world.app.inject({ url: A, headers })).statusCode
  expect(await statusOf({ authorization: `Bearer ${key}` })).toBe(200)
  expect(await statusOf({ authorization: `bearer ${key}` })).toBe(200)
  expect(await statusOf({ 'x-service-api-key': key })).toBe(200)
  expect(await statusOf({ 'x-service-api-key': key, authorization: `Bearer ${key}` })).toBe(401)
  await revokeKey(world.postgres, id)
  expect(await statusOf({ 'x-service-api-key': key })).toBe(401)
})

// test/unit/access/access.test.ts has other spellings.
test.each([
  { authorization: 'Bearer secret' },
  { authorization: `Bearer ${unknownKey}` },
  { 'x-service-api-key': '' },
] as Record<string, string>[])('401 for %o, even if no key is needed', async (headers) => {
  const a = await send(A, { headers })
  expect(a.said).toBe('401 InvalidCredential')
  expect(a.headers['www-authenticate']).toBe('Bearer')
  const b = await send('/api/v2/search?q=harvest', { headers })
  expect(errorEnvelope.parse(JSON.parse(b.body)).error).toBeTruthy()
  expect(b.said).toMatch(/^401 /)
})
