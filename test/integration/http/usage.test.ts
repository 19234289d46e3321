import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createKey, type KeyLimits, type Tier } from '#src/access/keys.ts'
import { readUsageOfKeys, removeOldUsage } from '#src/access/usage.ts'
import { usageSummary } from '#src/api/a/usage.ts'
import { buildApp } from '#src/app.ts'
import { createPostgres } from '#src/platform/clients/postgres.ts'
import { buildIndex, ORGANIZATIONS, openWorld, type World } from './world.ts'

const SEARCH = '/api/v2/search?Query=harvest&Mode=Identity'
const ADVANCED = '/api/v2/assistant/capabilities'

let world: World
let now: Date

beforeAll(async () => {
  world = await openWorld('usage', { now: () => now })
  await buildIndex(world.opensearch, world.deps.indexPrefix, ORGANIZATIONS)
})
afterAll(() => world.close())
beforeEach(async () => {
  now = new Date('2026-11-22T23:30:00Z')
  await world.postgres.query('truncate usage_day')
})

async function makeKey(tier: Tier, limits: Partial<KeyLimits> = {}) {
  const { id, key } = await createKey(world.postgres, { tier, owner: 'usage', ...limits })
  const headers = { 'x-service-api-key': key }
  const get = (url: string) => world.app.inject({ url, headers })
  const usage = async () => {
    const response = await get('/api/v2/usage')
    expect(response.statusCode, response.body).toBe(200)
    return usageSummary.parse(response.json())
  }
  return { id, get, usage }
}

describe('/api/v2/usage', () => {
  test('shows a key how much of its allowances it used today', async () => {
    const { get, usage } = await makeKey('Paid')
    for (const url of [SEARCH, SEARCH, ADVANCED]) expect((await get(url)).statusCode).toBe(200)
    expect(await usage()).toEqual({
      Day: '2026-11-22',
      ResetAt: '2026-11-23T00:00:00.000Z',
      Tier: 'Paid',
      Data: { Limit: 100_000, Used: 2, Remaining: 99_998 },
      Advanced: { Limit: 250, Used: 1, Remaining: 249 },
    })
    now = new Date('2026-11-23T00:00:00Z')
    expect(await usage()).toMatchObject({
      Day: '2026-11-23',
      ResetAt: '2026-11-24T00:00:00.000Z',
      Data: { Used: 0, Remaining: 100_000 },
    })
  })

  test.each([
    [
      'Site',
      {},
      { Limit: 1_000_000, Used: 1, Remaining: 999_999 },
      { Limit: 0, Used: 0, Remaining: 0 },
    ],
    [
      'Internal',
      {},
      { Limit: 'Unlimited', Used: 1, Remaining: 'Unlimited' },
      { Limit: 'Unlimited', Used: 0, Remaining: 'Unlimited' },
    ],
    [
      'Paid',
      { dataLimit: -1, advancedLimit: 3 },
      { Limit: 'Unlimited', Used: 1, Remaining: 'Unlimited' },
      { Limit: 3, Used: 0, Remaining: 3 },
    ],
  ] as const)('for tier %s has limits %o', async (tier, limits, data, advanced) => {
    const { get, usage } = await makeKey(tier, limits)
    expect((await get(SEARCH)).statusCode).toBe(200)
    expect(await usage()).toMatchObject({ Tier: tier, Data: data, Advanced: advanced })
  })

  test('works when everything is used up, costs nothing, and is not cached', async () => {
    const { get, usage } = await makeKey('Paid', { dataLimit: 1 })
    expect((await get(SEARCH)).statusCode).toBe(200)
    expect((await get(SEARCH)).statusCode).toBe(429)
    for (let n = 0; n < 3; n += 1) {
      expect((await usage()).Data).toEqual({ Limit: 1, Used: 1, Remaining: 0 })
    }
    const { headers } = await get('/api/v2/usage')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers.ratelimit).toBeUndefined()
  })

  test('never shows a negative remainder if a limit was lowered below the use', async () => {
    const { id, usage } = await makeKey('Paid', { dataLimit: 5 })
    await world.postgres.query(
      `insert into usage_day (day, client, allowance, used) values ('2026-11-22', $1, 'Data', 9)`,
      [`key:${id}`],
    )
    expect((await usage()).Data).toEqual({ Limit: 5, Used: 9, Remaining: 0 })
  })

  test("shows a key its own use, not another's", async () => {
    const [one, other] = [await makeKey('Paid'), await makeKey('Paid')]
    await one.get(SEARCH)
    expect((await one.usage()).Data.Used).toBe(1)
    expect((await other.usage()).Data.Used).toBe(0)
  })

  test.each([
    ['MissingCredential', {}],
    ['InvalidCredential', { 'x-service-api-key': `nrk_${'x'.repeat(43)}` }],
    ['InvalidCredential', { authorization: 'Basic none' }],
  ])('is 401 %s without a known key', async (code, headers) => {
    const response = await world.app.inject({ url: '/api/v2/usage', headers })
    expect(response.statusCode).toBe(401)
    expect(response.json().detail.ErrorCode).toBe(code)
  })

  test('is 503 while the store is unavailable', async () => {
    const away = createPostgres({ url: 'postgres://nobody@127.0.0.1:1/none' })
    const app = await buildApp({ ...world.deps, postgres: away })
    const headers = { 'x-service-api-key': `nrk_${'x'.repeat(43)}` }
    const response = await app.inject({ url: '/api/v2/usage', headers })
    expect(response.statusCode).toBe(503)
    expect(response.json().detail.ErrorCode).toBe('StoreUnavailable')
    await app.close()
    await away.close()
  })

  test('with ACCESS=open counts nothing, as for the Internal tier', async () => {
    const config = { ...world.deps.config, access: 'open' as const }
    const app = await buildApp({ ...world.deps, config })
    await app.inject(SEARCH)
    const unlimited = { Limit: 'Unlimited', Used: 0, Remaining: 'Unlimited' }
    expect((await app.inject('/api/v2/usage')).json()).toEqual({
      Day: '2026-11-22',
      ResetAt: '2026-11-23T00:00:00.000Z',
      Tier: 'Internal',
      Data: unlimited,
      Advanced: unlimited,
    })
    await app.close()
  })
})

describe('the recorded use', () => {
  test('is counted by key, for the list of keys', async () => {
    const { id, get } = await makeKey('Paid')
    for (const url of [SEARCH, SEARCH, ADVANCED]) await get(url)
    await world.app.inject(SEARCH)
    expect(await readUsageOfKeys(world.postgres, '2026-11-22')).toEqual(
      new Map([[id, { Data: 2, Advanced: 1 }]]),
    )
  })

  test('is kept a week for addresses and 400 days for keys', async () => {
    const day = (before: number) =>
      new Date(now.getTime() - before * 86_400_000).toISOString().slice(0, 10)
    const rows = [
      ['192.0.2.1', 7],
      ['192.0.2.1', 8],
      ['2001:db8:0:0::/64', 9],
      ['key:1', 8],
      ['key:1', 400],
      ['key:1', 401],
    ] as const
    for (const [client, before] of rows) {
      await world.postgres.query(
        `insert into usage_day (day, client, allowance, used) values ($1, $2, 'Data', 1)`,
        [day(before), client],
      )
    }
    expect(await removeOldUsage(world.postgres, now)).toBe(3)
    const left = await world.postgres.query(
      'select client, day from usage_day order by day, client',
    )
    expect(left).toEqual([
      { client: 'key:1', day: day(400) },
      { client: 'key:1', day: day(8) },
      { client: '192.0.2.1', day: day(7) },
    ])
  })
})
