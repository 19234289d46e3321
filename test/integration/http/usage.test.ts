import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createKey, type KeyLimits, type Tier } from '#src/access/keys.ts'
import { readUsageOfKeys, removeOldUsage } from '#src/access/usage.ts'
import { usageSummary } from '#src/api/a/usage.ts'
import { buildApp } from '#src/app.ts'
import { createPostgres } from '#src/platform/clients/postgres.ts'
import { buildIndex, ORGANIZATIONS, openWorld, type World } from './world.ts'

const SEARCH = '/api/v2/search?Query=harvest&Mode=Identity'
const ADVANCED = '/api/v2/assistant/capabilities'
const USAGE = '/api/v2/usage'

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

const use = (day: string, client: string, used = 1) =>
  world.postgres.query(
    `insert into usage_day (day, client, allowance, used) values ($1, $2, 'Data', $3)`,
    [day, client, used],
  )

async function makeKey(tier: Tier, limits: Partial<KeyLimits> = {}) {
  const { id, key } = await createKey(world.postgres, { tier, owner: 'usage', ...limits })
  const get = (url: string) => world.app.inject({ url, headers: { 'x-service-api-key': key } })
  const usage = async () => {
    const response = await get(USAGE)
    expect(response.statusCode, response.body).toBe(200)
    return usageSummary.parse(response.json())
  }
  return { id, get, usage }
}
const amounts = (Limit: number, Used: number) => ({ Limit, Used, Remaining: Limit - Used })
const unlimited = (Used: number) => ({ Limit: 'Unlimited', Used, Remaining: 'Unlimited' })

test('shows a key how much of its own allowances it used today', async () => {
  const { id, get, usage } = await makeKey('Paid')
  const other = await makeKey('Paid')
  for (const url of [SEARCH, SEARCH, ADVANCED]) expect((await get(url)).statusCode).toBe(200)
  await world.app.inject(SEARCH)
  expect(await usage()).toEqual({
    ...{ Day: '2026-11-22', ResetAt: '2026-11-23T00:00:00.000Z', Tier: 'Paid' },
    ...{ Data: amounts(100_000, 2), Advanced: amounts(250, 1) },
  })
  expect((await other.usage()).Data.Used).toBe(0)
  const recorded = await readUsageOfKeys(world.postgres, '2026-11-22')
  expect(recorded).toEqual(new Map([[id, { Data: 2, Advanced: 1 }]]))
  now = new Date('2026-11-23T00:00:00Z')
  const next = { Day: '2026-11-23', ResetAt: '2026-11-24T00:00:00.000Z' }
  expect(await usage()).toMatchObject({ ...next, Data: amounts(100_000, 0) })
})

test.each([
  ['Site', {}, amounts(1_000_000, 1), amounts(0, 0)],
  ['Internal', {}, unlimited(1), unlimited(0)],
  ['Paid', { dataLimit: -1, advancedLimit: 3 }, unlimited(1), amounts(3, 0)],
] as const)('for tier %s with %o has limits %o and %o', async (tier, limits, data, advanced) => {
  const { get, usage } = await makeKey(tier, limits)
  expect((await get(SEARCH)).statusCode).toBe(200)
  expect(await usage()).toMatchObject({ Tier: tier, Data: data, Advanced: advanced })
})

test('works when everything is used up, costs nothing, and is not cached', async () => {
  const { get, usage } = await makeKey('Paid', { dataLimit: 1 })
  expect((await get(SEARCH)).statusCode).toBe(200)
  expect((await get(SEARCH)).statusCode).toBe(429)
  for (let n = 0; n < 3; n += 1) expect((await usage()).Data).toEqual(amounts(1, 1))
  const { headers } = await get(USAGE)
  expect([headers['cache-control'], headers.ratelimit]).toEqual(['no-store', undefined])
})

test('never shows a negative remainder if a limit was lowered below the use', async () => {
  const { id, usage } = await makeKey('Paid', { dataLimit: 5 })
  await use('2026-11-22', `key:${id}`, 9)
  expect((await usage()).Data).toEqual({ Limit: 5, Used: 9, Remaining: 0 })
})

test.each([
  [401, 'MissingCredential', {}],
  [401, 'InvalidCredential', { authorization: 'Basic none' }],
  [503, 'StoreUnavailable', { 'x-service-api-key': `nrk_${'x'.repeat(43)}` }],
])('is %i %s without a known key', async (status, ErrorCode, headers) => {
  const away = createPostgres({ url: 'postgres://nobody@127.0.0.1:1/none' })
  const app = await buildApp({ ...world.deps, ...(status === 503 && { postgres: away }) })
  const response = await app.inject({ url: USAGE, headers })
  expect([response.statusCode, response.json().detail.ErrorCode]).toEqual([status, ErrorCode])
  await Promise.all([app.close(), away.close()])
})

test('with ACCESS=open counts nothing, as for the Internal tier', async () => {
  const config = { ...world.deps.config, access: 'open' as const }
  const app = await buildApp({ ...world.deps, config })
  await app.inject(SEARCH)
  expect((await app.inject(USAGE)).json()).toEqual({
    ...{ Day: '2026-11-22', ResetAt: '2026-11-23T00:00:00.000Z', Tier: 'Internal' },
    ...{ Data: unlimited(0), Advanced: unlimited(0) },
  })
  await app.close()
})

test('is kept a week for addresses and 400 days for keys', async () => {
  const rows = ['192.0.2.1 7', '192.0.2.1 8', '2001:db8:0:0::/64 9', 'key:1 8', 'key:1 400']
  for (const row of [...rows, 'key:1 401']) {
    const [client = '', before] = row.split(' ')
    const day = new Date(now.getTime() - Number(before) * 86_400_000)
    await use(day.toISOString().slice(0, 10), client)
  }
  expect(await removeOldUsage(world.postgres, now)).toBe(3)
  const left = await world.postgres.query<{ row: string }>(
    `select concat(client, ' ', date '2026-11-22' - day::date) as row from usage_day order by day`,
  )
  expect(left.map(({ row }) => row)).toEqual(['key:1 400', 'key:1 8', '192.0.2.1 7'])
})
