import { describe, expect, it } from 'vitest'
import type { Closeness, SearchParams } from '#src/search/params.ts'
import { buildIdentitySearch } from '#src/search/queries/identity.ts'
import { openCases } from '#test/unit/cases.ts'

const cases = openCases(new URL('./cases.tsv', import.meta.url))

const params = (given: Partial<SearchParams>): SearchParams => ({
  ...{ query: 'Lily Fdn, Inc.', mode: 'Identity', page: 1, limit: 10 },
  ...{ sort: 'Relevance', facets: false, filters: {}, ...given },
})
const clausesOf = (query: string, closeness: Closeness = 'Close'): string =>
  JSON.stringify(buildIdentitySearch(params({ query }), closeness).query)

describe('a search by name', () => {
  it('compares whole names first, and only then their words', () => {
    const filters = { state: 'OH', minRevenue: 5 }
    const { query, ...rest } = buildIdentitySearch(params({ filters }), 'Close')
    const sort = [{ _score: 'desc' }, { 'sort.prominence': 'desc' }, { ein: 'asc' }]
    const all = { track_scores: true, track_total_hits: true, _source: ['ein', 'display'] }
    expect(rest).toEqual({ from: 0, size: 10, sort, ...all })
    expect(query).toMatchObject({
      bool: {
        must: { function_score: { score_mode: 'sum', boost_mode: 'sum' } },
        filter: [{ term: { 'filter.state': 'OH' } }, { range: { 'filter.revenue': { gte: 5 } } }],
      },
    })
    const whole = /\{"term":\{"query\.(\w+)":"([^"]+)"\}\},"boost":(\d+),"_name":"(\w+)#\3\.0"/g
    const found = [...JSON.stringify(query).matchAll(whole)].map((match) => match.slice(1))
    expect(found).toEqual([
      ['nameKey', 'lily foundation', '12000', 'exact'],
      ['aliasKey', 'lily foundation', '11800', 'exact'],
      ['wordSet', 'foundation lily', '11600', 'exact'],
      ['compact', 'lilyfoundation', '11400', 'exact'],
    ])
  })

  // An EIN may begin like a ZIP code.
  it.each(cases<[string, Closeness, string, boolean]>('clauses of a search by name'))(
    'for "%s" (%s) contains %s: %s',
    (query, closeness, part, contains) => {
      expect(clausesOf(query, closeness).includes(part)).toBe(contains)
    },
  )

  it.each(cases<[string, string[]]>('levels of a place'))(
    'for %s adds to the score of hits in the %j',
    (query, levels) => {
      const names = clausesOf(query).match(/"(?:city|near|state)#/g) ?? []
      expect([...new Set(names)]).toEqual(levels.map((level) => `"${level}#`))
    },
  )

  // Of clauses with one name, the engine reports only the last.
  it.each(
    ['Hope House NE', 'Hope House Omaha, NE 68102', 'Omaha Hope House Omaha'].flatMap((query) =>
      (['Close', 'Loose'] as const).map((closeness) => [query, closeness] as const),
    ),
  )('for "%s" (%s) gives each clause a name of its own', (query, closeness) => {
    const names = clausesOf(query, closeness).match(/"_name":"[^"]+"/g) ?? []
    expect(names.length).toBeGreaterThan(3)
    expect(names).toHaveLength(new Set(names).size)
  })

  it('stays below the 1,024 clauses that the engine accepts', () => {
    const long = `${'word '.repeat(18)}in Salt Lake City, Utah 84101`
    const expansions = clausesOf(long, 'Loose').match(/"max_expansions":(\d+)/g) ?? []
    const most = expansions.map((text) => Number(text.split(':')[1]) * 20 * 2)
    expect(most.reduce((sum, one) => sum + one, 0)).toBeLessThan(1_000)
  })
})
