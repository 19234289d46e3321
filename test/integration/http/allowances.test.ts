import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createKey, revokeKey, rotateKey } from '#src/access/keys.ts'
import { errorEnvelope } from '#src/api/b/operation.ts'
import { buildApp } from '#src/app.ts'
import { groupBy } from '#src/domain/es2024.ts'
import { buildIndex, ORGANIZATIONS, openWorld, type World } from './world.ts'

const NOON = new Date('2026-11-22T12:00:00Z')
const SEARCH = '/api/v2/search?Query=harvest&Mode=Identity'
const ADVANCED = '/api/v2/assistant/capabilities'

let world: World
/** Another application over the same store. */
let twin: FastifyInstance
beforeAll(async () => {
  world = await openWorld('allowances', { now: () => NOON })
  await buildIndex(world.opensearch, world.deps.indexPrefix, ORGANIZATIONS)
  twin = await buildApp(world.deps)
})
afterAll(async () => {
  await twin.close()
  await world.close()
})
beforeEach(() => world.postgres.query('truncate usage_day'))

const use = (client: string, allowance: 'Data' | 'Advanced' = 'Data', used = 1_000_000) =>
  world.postgres.query(
    `insert into usage_day (day, client, allowance, used) values ('2026-11-22', $1, $2, $3)`,
    [client, allowance, used],
  )
const usedBy = async (client: string) => {
  const rows = await world.postgres.query<{ allowance: string; used: number }>(
    'select allowance, used from usage_day where client = $1',
    [client],
  )
  return Object.fromEntries(rows.map(({ allowance, used }) => [allowance, used]))
}
type Client = { key?: string; remoteAddress?: string; headers?: Record<string, string> }
const ask = (url: string, { key, headers = {}, ...client }: Client = {}, app = world.app) =>
  app.inject({ url, headers: { ...headers, ...(key && { 'x-service-api-key': key }) }, ...client })
const codeOf = async (...asked: Parameters<typeof ask>) => {
  const response = await ask(...asked)
  return [response.statusCode, response.json().detail?.ErrorCode]
}
const makeKey = (tier: 'Paid' | 'Site', limit?: number) =>
  createKey(world.postgres, {
    ...{ tier, owner: 'allowances' },
    ...(limit !== undefined && { dataLimit: limit, advancedLimit: limit }),
  })

describe('two applications over one store', () => {
  /** Asks the two in turns, all at once, and returns how often each status came. */
  async function tally(urls: string[], client: Client): Promise<Record<number, number>> {
    const answers = await Promise.all(
      urls.map((url, n) => ask(url, client, n % 2 ? twin : world.app)),
    )
    const groups = groupBy(answers, ({ statusCode }) => statusCode)
    return Object.fromEntries([...groups].map(([status, { length }]) => [status, length]))
  }

  test('allow a client without a key exactly 1,000 reads of any kind', async () => {
    const remoteAddress = '192.0.2.10'
    await use(remoteAddress, 'Data', 970)
    const charity = '/api/v2/charity/079999999'
    const reads = [`${charity}/page`, `${charity}/profile`, '/charities/079999999', SEARCH]
    const urls = Array.from({ length: 60 }, (_, n) => reads[n % 4] ?? '')
    const counts = await tally(urls, { remoteAddress })
    expect(counts).toEqual({ 200: expect.any(Number), 404: expect.any(Number), 429: 30 })
    expect(await usedBy(remoteAddress)).toEqual({ Data: 1_000 })
    const faulty = Array.from({ length: 8 }, () => '/api/v2/search?Query=harvest&Limit=9999')
    expect(await tally(faulty, { remoteAddress: '192.0.2.11' })).toEqual({ 422: 8 })
  })

  test.each([
    [SEARCH, 'Data'],
    [ADVANCED, 'Advanced'],
  ])('allow a key with a limit of 20 exactly 20: %s', async (url, allowance) => {
    const { id, key } = await makeKey('Paid', 20)
    expect(await tally(Array(50).fill(url), { key })).toEqual({ 200: 20, 429: 30 })
    expect(await usedBy(`key:${id}`)).toEqual({ [allowance]: 20 })
  })

  test('reject a revoked key and a rotated one at once', async () => {
    const [first, second] = [await makeKey('Paid'), await makeKey('Paid')]
    const statuses = ({ key }: { key: string }) => tally([SEARCH, SEARCH], { key })
    expect([await statuses(first), await statuses(second)]).toEqual([{ 200: 2 }, { 200: 2 }])
    await revokeKey(world.postgres, first.id)
    const third = await rotateKey(world.postgres, second.id, NOON)
    expect([await statuses(first), await statuses(second)]).toEqual([{ 401: 2 }, { 401: 2 }])
    expect(await statuses(third)).toEqual({ 200: 2 })
  })
})

test('a rotated key keeps its daily use', async () => {
  const old = await makeKey('Paid', 3)
  const statuses: number[] = []
  for (const url of [SEARCH, SEARCH, ADVANCED]) statuses.push((await ask(url, old)).statusCode)
  const { id, key } = await rotateKey(world.postgres, old.id, NOON)
  for (const url of [SEARCH, SEARCH]) statuses.push((await ask(url, { key })).statusCode)
  expect(statuses).toEqual([200, 200, 200, 200, 429])
  expect(await usedBy(`key:${id}`)).toEqual({ Advanced: 1, Data: 3 })
  expect(await usedBy(`key:${old.id}`)).toEqual({})
})

describe('a client without a key is identified by', () => {
  const remaining = async (remoteAddress: string, headers = {}, app = world.app) => {
    const response = await ask(SEARCH, { remoteAddress, headers }, app)
    expect(response.statusCode, response.body).toBe(200)
    return Number(/r=(\d+)/.exec(String(response.headers.ratelimit))?.[1])
  }

  test('its address, or the /64 of an IPv6 address', async () => {
    const shown: number[] = []
    const v4 = ['192.0.2.1', '::ffff:192.0.2.1', '192.0.2.2']
    for (const address of [...v4, '2001:db8::1', '2001:db8::ffff:2', '2001:db8:0:1::1']) {
      shown.push(await remaining(address))
    }
    expect(shown).toEqual([999, 998, 999, 999, 998, 999])
  })

  test('the client in X-Forwarded-For if its proxy is trusted, and only then', async () => {
    const config = { ...world.deps.config, trustProxy: '10.0.0.0/8' }
    const app = await buildApp({ ...world.deps, config })
    const forwarded = { 'x-forwarded-for': '198.51.100.7' }
    expect(await remaining('10.0.0.1', forwarded, app)).toBe(999)
    expect(await remaining('10.0.0.2', forwarded, app)).toBe(998)
    expect(await remaining('192.0.2.9', forwarded, app)).toBe(999)
    expect(await remaining('192.0.2.9', forwarded)).toBe(998)
    expect(await usedBy('198.51.100.7')).toEqual({ Data: 2 })
    await app.close()
  })
})

describe('a rejection', () => {
  test("has B's envelope on B's paths, even those that A shares", async () => {
    await use('192.0.2.20')
    for (const path of ['search?q=harvest', 'stats', 'top-lists', 'charity/070000001/profile']) {
      const response = await ask(`/api/v2/${path}`, { remoteAddress: '192.0.2.20' })
      expect(response.statusCode, path).toBe(429)
      expect(errorEnvelope.parse(response.json()).error).toContain('00:00 UTC')
      expect(response.headers.ratelimit).toBe('"data";r=0;t=43200')
      expect(response.headers['retry-after']).toBe('43200')
    }
  })

  test("with a key has A's form, and only Advanced operations are used up", async () => {
    const { id, key } = await makeKey('Paid')
    await use(`key:${id}`, 'Advanced', 250)
    for (const url of ['/api/v2/stats', '/api/v2/top-lists']) {
      expect(await codeOf(url, { key })).toEqual([429, 'AdvancedAllowanceExhausted'])
    }
    expect((await ask(SEARCH, { key })).statusCode).toBe(200)
    const site = await makeKey('Site')
    const headers = { authorization: `Bearer ${site.key}` }
    for (const url of ['/api/v2/stats', ADVANCED]) {
      expect(await codeOf(url, { headers })).toEqual([403, 'AdvancedNotIncluded'])
    }
  })

  test('of a key without data reads has no advice to wait', async () => {
    const { key } = await makeKey('Paid', 0)
    const { statusCode, body } = await ask('/api/v2/search?q=x', { key })
    expect([statusCode, body.includes('UTC')]).toEqual([429, false])
  })

  test.each([{ Message: 'A' }, { message: 'A', feedback_type: 'bug' }])(
    'of feedback without a credential is 401 in the form of A: %j',
    async (payload) => {
      const url = '/api/v2/agent-feedback'
      const response = await world.app.inject({ method: 'POST', url, payload })
      const { ErrorCode } = response.json().detail
      expect([response.statusCode, ErrorCode]).toEqual([401, 'MissingCredential'])
    },
  )

  test("by the soft limit of B's search comes first, costs nothing, and is for a /64", async () => {
    const app = await buildApp(world.deps)
    const search = (method: 'GET' | 'HEAD', remoteAddress = '2001:db8::1') =>
      app.inject({ method, url: '/api/v2/search?q=harvest', remoteAddress })
    for (let n = 0; n < 120; n += 1) {
      expect((await search(n % 2 ? 'GET' : 'HEAD')).statusCode).toBe(200)
    }
    expect((await search('HEAD')).statusCode).toBe(429)
    const refused = await search('GET', '2001:db8::2')
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ success: false, data: null })
    expect(refused.headers.ratelimit).toBeUndefined()
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await search('GET', '2001:db8:0:1::1')).statusCode).toBe(200)
    const rows = await world.postgres.query('select used from usage_day order by used')
    expect(rows).toEqual([{ used: 1 }, { used: 120 }])
    await app.close()
  })

  test('is counted by code on /metrics, which names no client', async () => {
    const app = await buildApp(world.deps)
    const remoteAddress = '192.0.2.40'
    await use(remoteAddress)
    const { key } = await makeKey('Site')
    const headers = { authorization: 'Bearer none' }
    for (const client of [{ remoteAddress }, { key }, { headers }]) {
      await ask('/api/v2/stats', client, app)
    }
    const { body } = await app.inject('/metrics')
    for (const code of ['DataAllowanceExhausted', 'AdvancedNotIncluded', 'InvalidCredential']) {
      expect(body).toContain(`refused_requests_total{code="${code}"} 1`)
    }
    expect(body).not.toContain(remoteAddress)
    await app.close()
  })

  test.each(['/api/v2/health', '/livez', '/readyz', '/openapi.json', '/metrics'])(
    'never happens to the free operation %s',
    async (url) => {
      await use('192.0.2.50')
      const response = await ask(url, { remoteAddress: '192.0.2.50' })
      expect([response.statusCode, response.headers.ratelimit]).toEqual([200, undefined])
    },
  )
})

test('with ACCESS=open nothing is counted and no key is read', async () => {
  const config = { ...world.deps.config, access: 'open' as const }
  const app = await buildApp({ ...world.deps, config })
  const response = await ask(SEARCH, { headers: { authorization: 'Bearer none' } }, app)
  expect([response.statusCode, response.headers.ratelimit]).toEqual([200, undefined])
  expect(await world.postgres.query('select from usage_day')).toEqual([])
  await app.close()
})
