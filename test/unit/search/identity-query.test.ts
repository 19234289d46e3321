import { describe, expect, it } from 'vitest'
import type { Closeness, SearchParams } from '#src/search/params.ts'
import { buildIdentitySearch } from '#src/search/queries/identity.ts'

const params = (given: Partial<SearchParams> = {}): SearchParams => ({
  query: 'Lily Fdn, Inc.',
  mode: 'Identity',
  page: 1,
  limit: 10,
  sort: 'Relevance',
  facets: false,
  filters: {},
  ...given,
})

/** Lists the terms of a query with their scores and names. */
function scoresOf(query: unknown): [term: string, boost: number, name: string][] {
  const text = JSON.stringify(query)
  const pattern =
    /\{"constant_score":\{"filter":\{"term":\{"(query[^"]+)":"([^"]+)"\}\},"boost":(\d+),"_name":"([^"]+)"/g
  return [...text.matchAll(pattern)].map(([, field, value, boost, name]) => [
    `${field} ${value}`,
    Number(boost),
    name ?? '',
  ])
}

const clausesOf = (query: string, closeness: Closeness): string =>
  JSON.stringify(buildIdentitySearch(params({ query }), closeness).query)

describe('buildIdentitySearch', () => {
  it('compares whole names first, and only then their words', () => {
    const { query, ...rest } = buildIdentitySearch(
      params({ filters: { state: 'OH', minRevenue: 5 } }),
      'Close',
    )
    expect(rest).toEqual({
      from: 0,
      size: 10,
      sort: [{ _score: 'desc' }, { 'sort.prominence': 'desc' }, { ein: 'asc' }],
      track_scores: true,
      track_total_hits: true,
      _source: ['ein', 'display'],
    })
    expect(query).toMatchObject({
      bool: {
        must: { function_score: { score_mode: 'sum', boost_mode: 'sum' } },
        filter: [{ term: { 'filter.state': 'OH' } }, { range: { 'filter.revenue': { gte: 5 } } }],
      },
    })
    const scores = scoresOf(query)
    expect(scores).toEqual([
      ['query.nameKey lily foundation', 12_000, 'exact#12000.0'],
      ['query.aliasKey lily foundation', 11_800, 'exact#11800.0'],
      ['query.wordSet foundation lily', 11_600, 'exact#11600.0'],
      ['query.compact lilyfoundation', 11_400, 'exact#11400.0'],
    ])
  })

  it('compares only whole names, perhaps misspelled, before most of their words', () => {
    const [misspelt, loose] = (['Misspelt', 'Loose'] as const).map((one) =>
      clausesOf('Lily Hose', one),
    )
    expect(misspelt).toContain('"fuzziness"')
    expect(misspelt).not.toContain('"minimum_should_match"')
    expect(loose).toContain('"minimum_should_match"')
  })

  it.each([
    ['misspellings', 'fuzziness'],
    ['most words', 'minimum_should_match'],
  ])('looks for %s only when nothing is close', (_, part) => {
    expect(clausesOf('Lily Fdn', 'Close')).not.toContain(part)
    expect(clausesOf('Lily Fdn', 'Loose')).toContain(part)
  })

  it('ranks an EIN above everything', () => {
    expect(clausesOf('07-0000123', 'Close')).toContain(
      '{"constant_score":{"filter":{"term":{"ein":"070000123"}},"boost":40000,"_name":"ein#40000.0"}}',
    )
  })

  it('finds an EIN that begins like a ZIP code', () => {
    const clauses = clausesOf('070010123', 'Close')
    expect(clauses).toContain('"ein":"070010123"')
    expect(clauses).not.toContain('"queries":[]')
  })

  it.each([
    ['Quokka Trust in Akron, OH', ['city', 'near', 'state']],
    ['Quokka Trust in Ohio', ['state']],
    ['Quokka Trust 44301', ['city', 'near', 'state']],
    ['Quokka Trust', []],
  ])('%s adds to the score of hits in the place', (query, levels) => {
    const names = clausesOf(query, 'Close').match(/"(?:city|near|state)#/g) ?? []
    expect([...new Set(names)]).toEqual(levels.map((level) => `"${level}#`))
  })

  // Of clauses with one name, the engine reports only the last.
  it.each(['Hope House NE', 'Hope House Omaha, NE 68102', 'Omaha Hope House Omaha'])(
    'gives each clause for "%s" a name of its own',
    (query) => {
      for (const closeness of ['Close', 'Loose'] as const) {
        const names = clausesOf(query, closeness).match(/"_name":"[^"]+"/g) ?? []
        expect(names.length).toBeGreaterThan(3)
        expect(names).toHaveLength(new Set(names).size)
      }
    },
  )

  it.each([
    ['Red Cross', true],
    ['University of Pennsylvania', true],
    ['Red Cross of Greater Columbus', false],
  ])('%s may mean a famous organization: %s', (query, isFamous) => {
    expect(clausesOf(query, 'Close').includes('"linear"')).toBe(isFamous)
  })

  it('stays below the 1,024 clauses that the engine accepts', () => {
    const long = `${'word '.repeat(18)}in Salt Lake City, Utah 84101`
    const expansions = clausesOf(long, 'Loose').match(/"max_expansions":(\d+)/g) ?? []
    const most = expansions.map((text) => Number(text.split(':')[1]) * 20 * 2)
    expect(most.reduce((sum, one) => sum + one, 0)).toBeLessThan(1_000)
  })

  it('counts a facet under all filters but its own', () => {
    const body = buildIdentitySearch(
      params({ facets: true, filters: { state: 'OH', causes: ['K'] } }),
      'Close',
    )
    const state = { term: { 'filter.state': 'OH' } }
    const cause = { terms: { 'filter.cause': ['K'] } }
    expect(body.query).toMatchObject({ bool: { filter: [] } })
    expect(body.post_filter).toEqual({ bool: { filter: [state, cause] } })
    expect(body.aggs).toMatchObject({
      State: { filter: { bool: { filter: [cause] } } },
      Cause: { filter: { bool: { filter: [state] } } },
      Form: { filter: { bool: { filter: [state, cause] } } },
    })
  })

  it('finds nothing for a query without letters or digits', () => {
    expect(buildIdentitySearch(params({ query: '--' }), 'Close').query).toEqual({
      bool: { must: { match_none: {} }, filter: [] },
    })
  })

  it.each([
    ['Revenue', 'sort.revenue'],
    ['Assets', 'sort.assets'],
    ['Rating', 'sort.rating'],
    ['ProgramRatio', 'sort.programRatio'],
    ['Recent', 'sort.recent'],
  ] as const)('sorts by %s with missing values last, then by prominence and EIN', (sort, field) => {
    expect(buildIdentitySearch(params({ sort }), 'Close').sort).toEqual([
      { [field]: { order: 'desc', missing: '_last' } },
      { _score: 'desc' },
      { 'sort.prominence': 'desc' },
      { ein: 'asc' },
    ])
  })
})
