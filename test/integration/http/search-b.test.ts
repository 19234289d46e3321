import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrganizationDocument } from '#mappings/organization-document.ts'
import { envelope } from '#src/api/b/operation.ts'
import { searchData } from '#src/api/b/search/schema.ts'
import { WINDOW } from '#src/search/queries/discovery.ts'
import { buildIndex, ORGANIZATIONS, openWorld, sketchDocument, type World } from './world.ts'

/** Opens a world over these documents for the tests of a block. */
function over(name: string, documents: OrganizationDocument[]) {
  let world: World
  beforeAll(async () => {
    world = await openWorld(name)
    await buildIndex(world.opensearch, world.deps.indexPrefix, documents)
  })
  afterAll(() => world.close())
  return async (query: Record<string, string>) => {
    const response = await world.app.inject({ url: '/api/v2/search', query })
    expect(response.statusCode, response.body).toBe(200)
    const { data } = envelope(searchData).parse(response.json())
    return { ...data, eins: data.results.map(({ ein }) => ein) }
  }
}

describe('a question', () => {
  const search = over('search_b', [
    ...ORGANIZATIONS,
    sketchDocument({ ein: '070000005', name: 'Trustees of Whitcombe School Inc', state: 'VT' }),
  ])

  test('of a name returns every figure with its leaf', async () => {
    const { interpretation, results, evidence } = await search({ q: 'Cuyahoga Harvest Pantry' })
    expect(interpretation).toMatchObject({ mode: 'identity', sort: 'relevance' })
    const ref = '990:2024:202513199349301234:/IRS990/CYTotalRevenueAmt'
    const total_revenue = { value: 2_000_000, tax_year: 2024, ref, _src: 'f1' }
    const match = { kind: 'exact_name' }
    expect(results[0]).toMatchObject({ ein: '070000001', match, financials: { total_revenue } })
    const f1 = { form: '990', tax_year: 2024, object_id: '202513199349301234' }
    expect(evidence.sources).toMatchObject({ f1 })
    expect(results[0]?.financials).not.toHaveProperty('total_assets')
  })

  const WORDS = 'food pantries in Ohio over $1M by revenue'
  test.each<[Record<string, string>, object, string[]?]>([
    [
      { q: WORDS },
      { mode: 'discovery', works_in_states: ['OH'], min_revenue: 1_000_000, sort: 'revenue' },
      ['070000001'],
    ],
    // Explicit parameters override words.
    [
      { q: WORDS, state: 'TX', min_revenue: '5', sort: 'relevance' },
      { state: 'TX', min_revenue: 5, sort: 'relevance' },
      ['070000002'],
    ],
    [
      { q: 'food pantries in Ohio over $1M and under $5M', min_revenue: '1900000' },
      { min_revenue: 1_900_000, max_revenue: 5_000_000 },
      ['070000001'],
    ],
    [
      { q: 'CEO of Cuyahoga Harvest Pantry' },
      { mode: 'identity', text: 'Cuyahoga Harvest Pantry', not_understood: [{ phrase: 'CEO of' }] },
    ],
    // An exact name is read whole, even if it begins like a question about people.
    [
      { q: 'Trustees of Whitcombe School' },
      { mode: 'identity', not_understood: [] },
      ['070000005'],
    ],
    // Words that only name a cause filter by it, even if a name contains them, too.
    [{ q: 'pantry' }, { mode: 'discovery' }],
    [{ q: 'x'.repeat(2_000) }, {}],
  ])('is interpreted, and shows how: %j', async (query, interpretation, eins) => {
    const data = await search(query)
    expect(data.interpretation).toMatchObject(interpretation)
    if ('state' in query) expect(data.interpretation).not.toHaveProperty('works_in_states')
    if (eins) expect(data.eins).toEqual(eins)
  })

  test('of filters and an order without words lists all matches', async () => {
    const q = 'largest organizations in OH, TX and MI'
    const { interpretation, results, ...data } = await search({ q, limit: '2' })
    const works_in_states = ['OH', 'TX', 'MI']
    expect(interpretation).toMatchObject({ text: '', works_in_states, sort: 'revenue' })
    expect(data).toMatchObject({ total: 3, total_relation: 'exact', has_more: true })
    expect(data.eins).toEqual(['070000001', '070000002'])
    expect(new Set(results.map(({ match }) => match.kind))).toEqual(new Set(['filter']))
  })

  test('reports what it does not understand instead of searching for it', async () => {
    const q = 'food pantries in Ohio with CEO pay over $1M, top 5'
    const { interpretation, limit } = await search({ q })
    expect(interpretation).toMatchObject({ text: 'food pantries', works_in_states: ['OH'] })
    const phrases = interpretation.not_understood.map(({ phrase }) => phrase)
    expect(phrases).toEqual(['with CEO pay over $1M', 'top'])
    expect(interpretation.not_understood[0]?.why).toContain('/api/v2/people')
    expect(interpretation).not.toHaveProperty('min_revenue')
    expect(limit).toBe(5)
  })
})

describe('a discovery of more organizations than are ranked', () => {
  const SOME = 40
  const made = Array.from({ length: WINDOW + SOME }, (_, at) =>
    sketchDocument({
      ...{ ein: String(70_000_100 + at).padStart(9, '0'), name: `Pantry ${at}`, form: '990' },
      ...{ revenue: 1_000 + at, program: 'Gives food to families.' },
      state: at < SOME ? 'OH' : 'TX',
    }),
  )
  const search = over('full_window', made)

  test.each([
    [{}, 'at_least', WINDOW],
    [{ sort: 'revenue' }, 'at_least', WINDOW],
    [{ state: 'OH' }, 'exact', SOME],
  ])('with %o has %s %i results', async (narrowed, total_relation, total) => {
    const data = await search({ q: 'gives food to families', limit: '1', ...narrowed })
    expect(data.interpretation.mode).toBe('discovery')
    expect(data).toMatchObject({ total, total_relation })
  })
})

describe('rated organizations', () => {
  const COUNT = 45
  /** A pantry in Ohio: each fifth is not rated, scores repeat, and ratios are in reverse order. */
  function pantry(n: number): OrganizationDocument {
    const ein = `07${String(100 + n).padStart(7, '0')}`
    const made = sketchDocument({ ein, name: `Harvest Pantry ${n}`, state: 'OH', form: '990' })
    if (n % 5 === 0) return made
    const [score, value] = [40 + (n % 12) * 4.25, 1 - n / 100]
    const filing = '990:2024:202513199349301234'
    const taxYear = 2024
    Object.assign(made.display, {
      rating: {
        ...{ score, band: score >= 85 ? 'Strong' : 'Good', taxYear, policyVersion: 'rating-1' },
        ...{ ref: `derived:rating:${ein}:2024`, filing: `${filing}:/ReturnHeader` },
      },
      programRatio: {
        ...{ value, taxYear, ref: `derived:programRatio:${ein}:2024` },
        derivedFrom: [`${filing}:/IRS990/TotalFunctionalExpensesGrp/TotalAmt`],
      },
    })
    Object.assign(made.sort, { rating: score, programRatio: value })
    return made
  }
  const search = over(
    'search_ratings',
    Array.from({ length: COUNT }, (_, at) => pantry(at + 1)),
  )

  // test/integration/filters-and-sorts.test.ts proves the orders.
  test('are filtered by the least and the greatest program ratio', async () => {
    const ratiosOf = async (query: object) => {
      const { results } = await search({ q: 'harvest pantry', limit: '100', ...query })
      return results.map(({ program_ratio: ratio }) => ratio?.value ?? Number.NaN)
    }
    const [least, greatest] = [{ min_program_ratio: '0.8' }, { max_program_ratio: '0.8' }]
    const [above, below] = [await ratiosOf(least), await ratiosOf(greatest)]
    expect([Math.min(...above), Math.max(...below)]).toEqual([0.81, 0.79])
    expect([above.length, below.length]).toEqual([16, 20])
    expect(await ratiosOf({ min_program_ratio: '0.79', ...greatest })).toEqual([0.79])
  })

  test('are sorted by rating for "top rated", and show score and ratio with their years', async () => {
    const { interpretation, results } = await search({ q: 'top rated food banks' })
    expect(interpretation).toMatchObject({ mode: 'discovery', sort: 'rating' })
    expect(results[0]?.rating?.score).toBe(86.75)
    const [hit] = (await search({ q: '070000111' })).results
    expect(hit?.rating).toEqual({
      ...{ score: 86.75, band: 'Strong', tax_year: 2024, policy_version: 'rating-1' },
      ...{ ref: 'derived:rating:070000111:2024', _src: 'f1' },
    })
    const ref = 'derived:programRatio:070000111:2024'
    expect(hit?.program_ratio).toMatchObject({ value: 0.89, ref, _src: 'f1' })
    const [unrated] = (await search({ q: '070000105' })).results
    expect(unrated).not.toHaveProperty('rating')
    expect(unrated).not.toHaveProperty('program_ratio')
  })
})
