import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createKey, type KeyLimits, revokeKey, rotateKey, type Tier } from '#src/access/keys.ts'
import { readUsageOfKeys, removeOldUsage } from '#src/access/usage.ts'
import { usageSummary } from '#src/api/a/health.ts'
import { errorEnvelope } from '#src/api/b/operation.ts'
import { buildApp } from '#src/app.ts'
import { groupBy } from '#src/domain/es2024.ts'
import { opened } from '#test/integration/opened.ts'
import { ORGANIZATIONS, openWorld, type World, withApp } from './world.ts'

const NOON = new Date('2026-11-22T12:00:00Z')
const SEARCH = '/api/v2/search?Query=harvest&Mode=Identity'
const ADVANCED = '/api/v2/assistant/capabilities'
const USAGE = '/api/v2/usage'

let now = NOON
const world = opened(() => openWorld('allowances', { now: () => now }, ORGANIZATIONS))
/** Another application over the same store. */
let twin: FastifyInstance
beforeAll(async () => {
  twin = await buildApp(world.deps)
})
afterAll(() => twin.close())
beforeEach(async () => {
  now = NOON
  await world.postgres.query('truncate usage_day')
})

const use = (client: string, allowance = 'Data', used = 1_000_000, day = '2026-11-22') =>
  world.postgres.query(
    'insert into usage_day (day, client, allowance, used) values ($1, $2, $3, $4)',
    [day, client, allowance, used],
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
const makeKey = (tier: Tier, limits: Partial<KeyLimits> = {}) =>
  createKey(world.postgres, { tier, owner: 'allowances', ...limits })

/** The parts of an application over the same store with another configuration. */
const changed = (config: Partial<World['deps']['config']>): World['deps'] => ({
  ...world.deps,
  config: { ...world.deps.config, ...config },
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
  })

  test.each([
    [SEARCH, 'Data'],
    [ADVANCED, 'Advanced'],
  ])('allow a key with a limit of 20 exactly 20: %s', async (url, allowance) => {
    const { id, key } = await makeKey('Paid', { dataLimit: 20, advancedLimit: 20 })
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
  const old = await makeKey('Paid', { dataLimit: 3 })
  const statuses: number[] = []
  for (const url of [SEARCH, SEARCH, ADVANCED]) statuses.push((await ask(url, old)).statusCode)
  const { id, key } = await rotateKey(world.postgres, old.id, NOON)
  for (const url of [SEARCH, SEARCH]) statuses.push((await ask(url, { key })).statusCode)
  expect(statuses).toEqual([200, 200, 200, 200, 429])
  expect(await usedBy(`key:${id}`)).toEqual({ Advanced: 1, Data: 3 })
  expect(await usedBy(`key:${old.id}`)).toEqual({})
})

test('a client without a key is its /64, or the client that a trusted proxy names', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.7' }
  await withApp(changed({ trustProxy: '10.0.0.0/8' }), async (app) => {
    for (const remoteAddress of ['10.0.0.1', '10.0.0.2', '192.0.2.9']) {
      await ask(SEARCH, { remoteAddress, headers }, app)
    }
  })
  for (const remoteAddress of ['192.0.2.9', '2001:db8::1', '2001:db8::2']) {
    await ask(SEARCH, { remoteAddress, headers })
  }
  expect(await usedBy('198.51.100.7')).toEqual({ Data: 2 })
  expect(await usedBy('192.0.2.9')).toEqual({ Data: 2 })
  expect(await usedBy('2001:db8:0:0::/64')).toEqual({ Data: 2 })
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
    const [paid, site] = [await makeKey('Paid'), await makeKey('Site')]
    await use(`key:${paid.id}`, 'Advanced', 250)
    for (const url of ['/api/v2/stats', '/api/v2/top-lists']) {
      const codes = [await ask(url, paid), await ask(url, site)].map((one) => one.json().detail)
      expect(codes.map(({ ErrorCode }) => ErrorCode)).toEqual([
        ...['AdvancedAllowanceExhausted', 'AdvancedNotIncluded'],
      ])
    }
    expect((await ask(SEARCH, paid)).statusCode).toBe(200)
    const none = await makeKey('Paid', { dataLimit: 0 })
    const { statusCode, body } = await ask('/api/v2/search?q=x', none)
    expect([statusCode, body.includes('UTC')], 'no advice to wait').toEqual([429, false])
  })

  test("by the soft limit of B's search comes first, costs nothing, and is for a /64", () =>
    withApp(world.deps, async (app) => {
      const search = (method: 'GET' | 'HEAD', remoteAddress = '2001:db8::1') =>
        app.inject({ method, url: '/api/v2/search?q=harvest', remoteAddress })
      for (let n = 0; n < 120; n += 1) {
        expect((await search(n % 2 ? 'GET' : 'HEAD')).statusCode).toBe(200)
      }
      expect((await search('HEAD')).statusCode).toBe(429)
      const refused = await search('GET', '2001:db8::2')
      expect([refused.statusCode, refused.headers.ratelimit]).toEqual([429, undefined])
      expect(refused.json()).toMatchObject({ success: false, data: null })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
      expect((await search('GET', '2001:db8:0:1::1')).statusCode).toBe(200)
      const rows = await world.postgres.query('select used from usage_day order by used')
      expect(rows).toEqual([{ used: 1 }, { used: 120 }])
    }))

  test('is counted by code on /metrics, which names no client', () =>
    withApp(world.deps, async (app) => {
      const remoteAddress = '192.0.2.40'
      await use(remoteAddress)
      const site = await makeKey('Site')
      for (const client of [
        { remoteAddress },
        site,
        { headers: { authorization: 'Bearer none' } },
      ]) {
        await ask('/api/v2/stats', client, app)
      }
      const { body } = await app.inject('/metrics')
      for (const code of ['DataAllowanceExhausted', 'AdvancedNotIncluded', 'InvalidCredential']) {
        expect(body).toContain(`refused_requests_total{code="${code}"} 1`)
      }
      expect(body).not.toContain(remoteAddress)
    }))
})

test('with ACCESS=open nothing is counted, no key is read, and usage is that of Internal', () =>
  withApp(changed({ access: 'open' }), async (app) => {
    const response = await ask(SEARCH, { headers: { authorization: 'Bearer none' } }, app)
    expect([response.statusCode, response.headers.ratelimit]).toEqual([200, undefined])
    expect(await world.postgres.query('select from usage_day')).toEqual([])
    const own = { Tier: 'Internal', Data: unlimited(0), Advanced: unlimited(0) }
    expect((await ask(USAGE, {}, app)).json()).toMatchObject(own)
  }))

const amounts = (Limit: number, Used: number) => ({ Limit, Used, Remaining: Limit - Used })
const unlimited = (Used: number) => ({ Limit: 'Unlimited', Used, Remaining: 'Unlimited' })

describe('/api/v2/usage', () => {
  const usageOf = async (client: Client) => {
    const response = await ask(USAGE, client)
    expect(response.statusCode, response.body).toBe(200)
    return usageSummary.parse(response.json())
  }

  test('shows a key how much of its own allowances it used today', async () => {
    const [own, other] = [await makeKey('Paid'), await makeKey('Paid')]
    for (const url of [SEARCH, SEARCH, ADVANCED]) expect((await ask(url, own)).statusCode).toBe(200)
    await ask(SEARCH)
    expect(await usageOf(own)).toEqual({
      ...{ Day: '2026-11-22', ResetAt: '2026-11-23T00:00:00.000Z', Tier: 'Paid' },
      ...{ Data: amounts(100_000, 2), Advanced: amounts(250, 1) },
    })
    expect((await usageOf(other)).Data.Used).toBe(0)
    const recorded = await readUsageOfKeys(world.postgres, '2026-11-22')
    expect(recorded).toEqual(new Map([[own.id, { Data: 2, Advanced: 1 }]]))
    now = new Date('2026-11-23T00:00:00Z')
    const next = { Day: '2026-11-23', ResetAt: '2026-11-24T00:00:00.000Z' }
    expect(await usageOf(own)).toMatchObject({ ...next, Data: amounts(100_000, 0) })
  })

  test('works when all is used up, costs nothing, is not cached, and shows no negative', async () => {
    const key = await makeKey('Paid', { dataLimit: 5 })
    await use(`key:${key.id}`, 'Data', 9)
    expect((await ask(SEARCH, key)).statusCode).toBe(429)
    for (let n = 0; n < 3; n += 1) {
      expect((await usageOf(key)).Data).toEqual({ Limit: 5, Used: 9, Remaining: 0 })
    }
    const { headers } = await ask(USAGE, key)
    expect([headers['cache-control'], headers.ratelimit]).toEqual(['no-store', undefined])
  })

  test('is kept a week for addresses and 400 days for keys', async () => {
    const rows = ['192.0.2.1 7', '192.0.2.1 8', '2001:db8:0:0::/64 9', 'key:1 8', 'key:1 400']
    for (const row of [...rows, 'key:1 401']) {
      const [client = '', before] = row.split(' ')
      const day = new Date(now.getTime() - Number(before) * 86_400_000)
      await use(client, 'Data', 1, day.toISOString().slice(0, 10))
    }
    expect(await removeOldUsage(world.postgres, now)).toBe(3)
    const left = await world.postgres.query<{ row: string }>(
      `select concat(client, ' ', date '2026-11-22' - day::date) as row from usage_day order by day`,
    )
    expect(left.map(({ row }) => row)).toEqual(['key:1 400', 'key:1 8', '192.0.2.1 7'])
  })
})
