import { afterAll, beforeAll, expect, test } from 'vitest'
import { organizationsIndex } from '#mappings/organizations.ts'
import { envelope } from '#src/api/b/operation.ts'
import { searchData } from '#src/api/b/search/schema.ts'
import {
  buildIndex,
  ORGANIZATIONS,
  openWorld,
  RELEASE,
  sketchDocument,
  type World,
} from './world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld('search_b')
  await buildIndex(world.opensearch, world.deps.indexPrefix, [
    ...ORGANIZATIONS,
    sketchDocument({ ein: '070000005', name: 'Trustees of Whitcombe School Inc', state: 'VT' }),
  ])
})
afterAll(() => world.close())

async function search(query: Record<string, string>, remoteAddress = '192.0.2.1') {
  const response = await world.app.inject({ url: '/api/v2/search', query, remoteAddress })
  expect(response.statusCode, response.body).toBe(200)
  return { response, data: envelope(searchData).parse(response.json()).data }
}

test('returns every figure for a name with its leaf', async () => {
  const { data } = await search({ q: 'Cuyahoga Harvest Pantry' })
  expect(data.interpretation).toMatchObject({ mode: 'identity', sort: 'relevance' })
  const [first] = data.results
  expect(first).toMatchObject({
    ein: '070000001',
    match: { kind: 'exact_name' },
    financials: {
      total_revenue: {
        value: 2_000_000,
        tax_year: 2024,
        ref: '990:2024:202513199349301234:/IRS990/CYTotalRevenueAmt',
        _src: 'f1',
      },
    },
  })
  expect(data.evidence.sources.f1).toEqual({
    form: '990',
    tax_year: 2024,
    object_id: '202513199349301234',
  })
  expect(first?.financials).not.toHaveProperty('total_assets')
})

test('interprets words of the question and shows how', async () => {
  const { data } = await search({ q: 'food pantries in Ohio over $1M by revenue' })
  expect(data.interpretation).toMatchObject({
    mode: 'discovery',
    works_in_states: ['OH'],
    min_revenue: 1_000_000,
    sort: 'revenue',
  })
  expect(data.results.map(({ ein }) => ein)).toEqual(['070000001'])
})

test('lists all matches for filters and an order without words', async () => {
  const { data } = await search({ q: 'largest organizations in OH, TX and MI', limit: '2' })
  expect(data.interpretation).toMatchObject({
    text: '',
    works_in_states: ['OH', 'TX', 'MI'],
    sort: 'revenue',
  })
  expect(data).toMatchObject({ total: 3, total_relation: 'exact', has_more: true })
  expect(data.results.map(({ ein, match }) => [ein, match.kind])).toEqual([
    ['070000001', 'filter'],
    ['070000002', 'filter'],
  ])
})

test('explicit parameters override words', async () => {
  const { data } = await search({
    q: 'food pantries in Ohio over $1M by revenue',
    state: 'TX',
    min_revenue: '5',
    sort: 'relevance',
  })
  expect(data.interpretation).toMatchObject({ state: 'TX', min_revenue: 5, sort: 'relevance' })
  expect(data.interpretation).not.toHaveProperty('works_in_states')
  expect(data.results.map(({ ein }) => ein)).toEqual(['070000002'])
})

test('shows for a range in words only the bound in effect', async () => {
  const { data } = await search({
    q: 'food pantries in Ohio over $1M and under $5M',
    min_revenue: '1900000',
  })
  expect(data.interpretation).toMatchObject({ min_revenue: 1_900_000, max_revenue: 5_000_000 })
  expect(data.interpretation.phrases).toEqual([
    { phrase: 'in Ohio', meaning: 'works or is registered in Ohio' },
    { phrase: 'and under $5M', meaning: 'latest revenue of at most $5,000,000' },
    { phrase: 'food pantries', meaning: 'cause K31 (Food Banks & Pantries)' },
  ])
  expect(data.results.map(({ ein }) => ein)).toEqual(['070000001'])
})

test('reports what it does not understand instead of searching for it', async () => {
  const { data } = await search({ q: 'food pantries in Ohio with CEO pay over $1M, top 5' })
  expect(data.interpretation).toMatchObject({
    text: 'food pantries',
    works_in_states: ['OH'],
    not_understood: [
      { phrase: 'with CEO pay over $1M', why: expect.stringContaining('/api/v2/people') },
      { phrase: 'top', why: expect.stringContaining('revenue ascending') },
    ],
  })
  expect(data.interpretation).not.toHaveProperty('min_revenue')
  expect(data.limit).toBe(5)
})

test('looks up the rest of a question about one organization', async () => {
  const { data } = await search({ q: 'CEO of Cuyahoga Harvest Pantry' })
  expect(data.interpretation).toMatchObject({
    mode: 'identity',
    text: 'Cuyahoga Harvest Pantry',
    not_understood: [{ phrase: 'CEO of' }],
  })
  expect(data.results[0]?.ein).toBe('070000001')
})

test('reads an exact name whole, even if it begins like a question about people', async () => {
  const { data } = await search({ q: 'Trustees of Whitcombe School' })
  expect(data.interpretation).toMatchObject({ mode: 'identity', not_understood: [] })
  expect(data.results[0]?.ein).toBe('070000005')
})

test('accepts a question of 2,000 characters', async () => {
  await search({ q: 'x'.repeat(2_000) })
})

test('words that only name a cause filter by it, even if a name contains them, too', async () => {
  const { data } = await search({ q: 'pantry' })
  expect(data.interpretation.mode).toBe('discovery')
})

/** Returns the number of searches that the engine has run on this file's index. */
async function countSearches(): Promise<number> {
  const index = organizationsIndex(world.deps.indexPrefix, RELEASE)
  const stats = await world.opensearch.run((client) =>
    client.indices.stats({ index, metric: 'search' }),
  )
  return stats._all.primaries?.search?.query_total ?? Number.NaN
}

test.each([{}, { page: '2', limit: '1' }, { sort: 'revenue' }])(
  'searches a name once for its first page by relevance: %o',
  async (given) => {
    const before = await countSearches()
    const { data } = await search({ q: 'harvest pantry', ...given })
    expect(data.interpretation.mode).toBe('identity')
    expect(data.results.length).toBeGreaterThan(0)
    // Another page or order is one more search, and reads the best names again for the resolution.
    expect((await countSearches()) - before).toBe(Object.keys(given).length === 0 ? 1 : 3)
  },
)

test('reports the duration of each phase', async () => {
  const { response } = await search({ q: 'harvest' })
  const phases = String(response.headers['server-timing']).split(', ')
  expect(phases.map((phase) => phase.replace(/;dur=\d+\.\d$/, ''))).toEqual([
    'search',
    'mongo',
    'build',
    'audit',
    'total',
  ])
})

test('the 121st search of a minute is 429, and other clients are not affected', async () => {
  const ask = (remoteAddress: string) =>
    world.app.inject({ url: '/api/v2/search?q=x&limit=1', remoteAddress })
  for (let times = 0; times < 120; times += 1) {
    expect((await ask('2001:db8::1')).statusCode).toBe(200)
  }
  const response = await ask('2001:db8::2')
  expect(response.statusCode).toBe(429)
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  expect(response.json()).toMatchObject({ success: false, data: null })
  expect((await ask('2001:db8:0:1::1')).statusCode).toBe(200)
})
