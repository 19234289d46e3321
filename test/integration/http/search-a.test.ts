import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { health } from '#src/api/a/health.ts'
import { searchResults } from '#src/api/a/search.ts'
import { buildIndex, ORGANIZATIONS, openWorld, type World } from './world.ts'

let world: World

beforeAll(async () => {
  world = await openWorld('search_a')
  await buildIndex(world.opensearch, world.deps.indexPrefix, ORGANIZATIONS)
})
afterAll(() => world.close())

/** A search that must return 200 in exactly the shape of the interface. */
async function search(parameters: Record<string, string>) {
  const response = await world.app.inject({ url: '/api/v2/search', query: parameters })
  expect(response.statusCode, response.body).toBe(200)
  return searchResults.parse(response.json())
}

describe('health', () => {
  test('reports documents and their release', async () => {
    const response = await world.app.inject('/api/v2/health')
    expect(health.parse(response.json())).toEqual({
      Status: 'Healthy',
      SchemaVersion: 2,
      CompiledAt: '2026-03-01T04:05:06.789Z',
      Documents: 4,
    })
  })
})

describe('search', () => {
  test('finds by name, with the matched field and known facts', async () => {
    const { Hits, Resolution, Mode } = await search({ Query: 'cuyahoga harvest pantry' })
    expect(Mode).toBe('Identity')
    expect(Resolution).toMatchObject({ Status: 'Exact', EIN: '070000001' })
    expect(Hits[0]).toMatchObject({
      EIN: '070000001',
      Name: 'Cuyahoga Harvest Pantry',
      Location: 'Akron, OH',
      Cause: 'Food Banks & Pantries',
      PrimaryForm: '990',
      FormTypes: ['990'],
      Match: { Kind: 'ExactName', Field: 'Name' },
    })
  })

  test('distinguishes similar names by city and state', async () => {
    for (const [Query, ein] of [
      ['harvest pantry, Akron TX', '070000002'],
      ['harvest pantry Akron OH', '070000001'],
    ] as const) {
      const { Hits } = await search({ Query })
      expect(Hits[0]?.EIN, Query).toBe(ein)
    }
  })

  test.each([
    'Cuyahoga Harvest Pantry in Akron',
    'cuyahoga harvest pantry, Akron, OH 44301-1234, USA',
  ])('finds the only organization with a name in a place: %s', async (Query) => {
    const { Hits, Resolution } = await search({ Query })
    expect(Resolution).toMatchObject({ Status: 'Exact', EIN: '070000001' })
    expect(Hits[0]).toMatchObject({
      EIN: '070000001',
      Match: { Kind: 'ExactName', Field: 'Name', Place: 'Akron, OH' },
    })
  })

  test('ranks a name that begins with the query above one that contains it', async () => {
    const { Hits } = await search({ Query: 'harvest pantry' })
    expect(Hits.map(({ EIN, Match }) => [EIN, Match.Kind])).toEqual([
      ['070000002', 'Prefix'],
      ['070000001', 'Fuzzy'],
    ])
  })

  test('finds by EIN in any spelling, leading zero or not', async () => {
    for (const Query of ['07-0000001', '070000001', ' 07 0000001 ', '70000001']) {
      const { Hits } = await search({ Query })
      expect(Hits[0], Query).toMatchObject({ EIN: '070000001', Match: { Kind: 'EIN' } })
    }
  })

  test.each([
    ['one word', 'x'.repeat(2_000)],
    ['many words', 'food bank '.repeat(200).trim().padEnd(2_000, 's')],
  ])('accepts a query of 2,000 characters, %s', async (_, Query) => {
    await search({ Query: ` ${Query} ` })
    await search({ Query, Mode: 'Discovery' })
  })

  test('leaves out unknown values, never null or 0', async () => {
    const response = await world.app.inject('/api/v2/search?Query=registry+only+society')
    expect(response.body).not.toContain('null')
    const [hit] = searchResults.parse(response.json()).Hits
    expect(hit).not.toHaveProperty('PrimaryForm')
    expect(hit).not.toHaveProperty('FormTypes')
    expect(hit).not.toHaveProperty('Description')
  })

  test('pages by NextCursor, and returns each organization once', async () => {
    const seen: string[] = []
    let cursor: string | undefined = '1'
    while (cursor) {
      const page = await search({ Query: 'harvest pantry', Limit: '1', Cursor: cursor })
      expect(page.Page).toBe(Number(cursor))
      seen.push(...page.Hits.map(({ EIN }) => EIN))
      cursor = page.NextCursor
    }
    expect(seen.length).toBeGreaterThanOrEqual(2)
    expect(new Set(seen).size).toBe(seen.length)
  })

  test('finds organizations by what they do, with reasons and evidence', async () => {
    const { Hits, Mode } = await search({ Query: 'food for families', Mode: 'Discovery' })
    expect(Mode).toBe('Discovery')
    expect(Hits[0]?.Match.Window).toBeGreaterThan(0)
    expect(Hits[0]?.WhyMatched?.[0]).toMatchObject({ Kind: 'Passage' })
    expect(Hits[0]?.EvidenceRefs?.length).toBeGreaterThan(0)
  })

  test('returns facets only on request', async () => {
    const { Facets } = await search({ Query: 'harvest pantry', Facets: 'true' })
    expect(Object.keys(Facets ?? {})).toEqual([
      'State',
      'Cause',
      'Form',
      'EntityType',
      'RevenueBand',
    ])
    expect(Facets?.State).toContainEqual({ Value: 'OH', Label: 'Ohio', Count: 1 })
    expect(await search({ Query: 'harvest pantry' })).not.toHaveProperty('Facets')
  })

  test.each([
    [{ State: 'TX' }, ['070000002']],
    [{ State: 'texas' }, ['070000002']],
    [{ MinRevenue: '1600000' }, ['070000001']],
    [{ MaxRevenue: '1600000' }, ['070000002']],
    [{ Cause: 'K31', State: 'OH' }, ['070000001']],
    [{ Cause: 'Food Banks & Pantries', State: 'OH' }, ['070000001']],
    [{ CauseLabel: 'Food, Agriculture & Nutrition', State: 'OH' }, ['070000001']],
    [{ PrimaryForm: '990PF' }, []],
    [{ EntityType: 'OperatingOrOtherTaxExempt', Sort: 'Revenue' }, ['070000001', '070000002']],
    [{ Mode: 'Discovery', EvidenceTier: 'ClassificationOnly', State: 'OH' }, ['070000004']],
  ])('%o filters or sorts', async (parameters, eins) => {
    const { Hits } = await search({ Query: 'harvest pantry', ...parameters })
    expect(Hits.map(({ EIN }) => EIN)).toEqual(eins)
  })
})
