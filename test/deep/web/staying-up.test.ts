import { load } from 'cheerio'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Session } from '#src/platform/clients/postgres.ts'
import { ApiError } from '#src/platform/errors.ts'
import { openWorld, PATIENT, type World } from '#test/integration/http/world.ts'

const FREE = [
  ...['/', '/?', '/?Query=', '/agents', '/about', '/docs/', '/openapi.json', '/llms.txt'],
  ...['/robots.txt', '/favicon.svg'],
]
const CLIENT = '10.1.2.3'
const NOON = new Date('2026-11-22T19:10:00Z')

const as =
  ({ app }: World, remoteAddress = CLIENT) =>
  async (url: string, headers: Record<string, string> = { accept: 'text/html' }) => {
    const response = await app.inject({ url, headers, remoteAddress })
    return { status: response.statusCode, response, $: load(response.body) }
  }

describe('the allowance of pages', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld('page_allowance', { now: () => NOON })
  })
  afterAll(() => world.close())
  beforeEach(() => world.postgres.query('truncate usage_day'))

  const use = (allowance: 'Data' | 'Pages', used: number, client = CLIENT) =>
    world.postgres.query(
      `insert into usage_day (day, client, allowance, used) values ('2026-11-22', $1, $2, $3)`,
      [client, allowance, used],
    )
  const used = async () => {
    const rows = await world.postgres.query<{ allowance: string; used: number }>(
      'select allowance, used from usage_day where client = $1',
      [CLIENT],
    )
    return Object.fromEntries(rows.map(({ allowance, used }) => [allowance, used]))
  }

  test('is counted apart from the data reads of the API', async () => {
    const ask = as(world)
    expect((await ask('/compare')).response.headers['ratelimit-policy']).toBe(
      '"pages";q=10000;w=86400',
    )
    await ask('/api/v2/charity/070999999/page', {})
    expect(await used()).toEqual({ Pages: 1, Data: 1 })
  })

  test('is left when the data reads are used up, and the reverse', async () => {
    const statuses = async (client: string) => [
      (await as(world, client)('/api/v2/charity/070999999/page', {})).status,
      (await as(world, client)('/compare')).status,
    ]
    await use('Data', 1_000, '10.1.2.4')
    expect(await statuses('10.1.2.4')).toEqual([429, 200])
    await use('Pages', 10_000, '10.1.2.5')
    expect(await statuses('10.1.2.5')).toEqual([404, 429])
  })

  test('when used up, is explained by a page that links to what stays open', async () => {
    await use('Pages', 10_000)
    const { response, $ } = await as(world)('/compare')
    expect(response.headers['retry-after']).toBe(String(4 * 3_600 + 50 * 60))
    expect($('main').text()).toContain('10,000')
    const links = $('main a').toArray()
    expect(links.length).toBeGreaterThan(2)
    for (const link of links) {
      expect((await as(world)($(link).attr('href') ?? '')).status).toBeLessThan(400)
    }
  })

  test('is not used by free pages', async () => {
    await use('Pages', 10_000)
    for (const path of FREE) expect((await as(world)(path)).status, path).toBe(200)
    expect(await used()).toEqual({ Pages: 10_000 })
  })

  test('the sector opens before anything is computed', async () => {
    // A client that has used nothing: the service remembers who has used up the allowance.
    const { status, $ } = await as(world, '10.1.2.6')('/sector')
    expect(status).toBe(200)
    expect($('main .lead').text()).not.toBe('')
    expect($('main a[href="/sources"]')).toHaveLength(1)
    expect($('meta[name=robots]').attr('content')).toBe('noindex')
  })
})

/** A store that fails, or never responds. */
const broken = (query: () => Promise<never>) => ({ query }) as unknown as Session

describe.each([
  ['fails', () => Promise.reject(new ApiError('StoreUnavailable'))],
  ['never responds', () => new Promise<never>(() => undefined)],
])('when the store %s and every slot is taken', (_, query) => {
  let world: World
  beforeAll(async () => {
    const usage = broken(query)
    world = await openWorld('staying_up', {
      usage,
      admission: { ...PATIENT, slots: 0, queueLength: 0 },
    })
    // The reads of pages, too; the world's own connection is closed later.
    const { postgres } = world
    postgres.query = query as typeof postgres.query
  })
  afterAll(() => world.close())

  // Some wait for the store, up to a limit, so all are asked at once.
  test('free pages respond, and other pages do not', async () => {
    const statuses = await Promise.all(FREE.map(async (path) => (await as(world)(path)).status))
    expect(statuses).toEqual(FREE.map(() => 200))
    expect((await as(world)('/compare')).status).toBe(429)
  })
})
