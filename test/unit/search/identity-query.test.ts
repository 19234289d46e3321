import { describe, expect, it } from 'vitest'
import type { Closeness, SearchParams } from '#src/search/params.ts'
import { buildIdentitySearch } from '#src/search/queries/identity.ts'
import { readQuery } from '#src/search/queries/readings.ts'
import { testReturns } from '#test/unit/cases.ts'

const params = (given: Partial<SearchParams>): SearchParams => ({
  ...{ query: 'Lily Fdn, Inc.', mode: 'Identity', page: 1, limit: 10 },
  ...{ sort: 'Relevance', facets: false, filters: {}, ...given },
})
const clausesOf = (query: string, closeness: Closeness = 'Close'): string =>
  JSON.stringify(buildIdentitySearch(params({ query }), readQuery(query), closeness).query)

describe('a search by name', () => {
  it('compares whole names first, and only then their words', () => {
    const filters = { state: 'OH', minRevenue: 5 }
    const { query, ...rest } = buildIdentitySearch(
      params({ filters }),
      readQuery('Lily Fdn, Inc.'),
      'Close',
    )
    const sort = [{ _score: 'desc' }, { 'sort.prominence': 'desc' }, { ein: 'asc' }]
    const all = { track_scores: true, track_total_hits: true }
    expect(rest).toMatchObject({ from: 0, size: 10, sort, ...all })
    expect(query).toMatchObject({
      bool: {
        must: { function_score: { score_mode: 'sum', boost_mode: 'sum' } },
        filter: [{ term: { 'filter.state': 'OH' } }, { range: { 'filter.revenue': { gte: 5 } } }],
      },
    })
    const whole = /\{"term":\{"query\.(\w+)":"([^"]+)"\}\},"boost":(\d+)/g
    const found = [...JSON.stringify(query).matchAll(whole)].map((match) => match.slice(1))
    expect(found).toEqual([
      ['nameKey', 'lily foundation', '12000'],
      ['aliasKey', 'lily foundation', '11800'],
      ['wordSet', 'foundation lily', '11600'],
      ['compact', 'lilyfoundation', '11400'],
    ])
  })

  it('stays below the 1,024 clauses that the engine accepts', () => {
    const long = `${'word '.repeat(18)}in Salt Lake City, Utah 84101`
    const expansions = clausesOf(long, 'Loose').match(/"max_expansions":(\d+)/g) ?? []
    const most = expansions.map((text) => Number(text.split(':')[1]) * 20 * 2)
    expect(most.reduce((sum, one) => sum + one, 0)).toBeLessThan(1_000)
  })
})

testReturns({
  'clauses of a search by name': (query: string, closeness: Closeness, part: string) =>
    clausesOf(query, closeness).includes(part),
  'places of a search by name': (query: string) => {
    const places = clausesOf(query).match(/(?<="filter\.)(?:city|location|state|zip)/g) ?? []
    return [...new Set(places)].toSorted()
  },
})
