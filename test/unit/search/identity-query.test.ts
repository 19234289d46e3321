import { describe, expect, it } from 'vitest'
import type { SearchParams } from '#src/search/params.ts'
import { buildIdentitySearch, exactClauses } from '#src/search/queries/identity.ts'

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

const constant = (field: string, value: string, boost: number, name?: string) => ({
  constant_score: { filter: { term: { [field]: value } }, boost, ...(name && { _name: name }) },
})

const nameClauses = (field: string) => ({
  bool: {
    should: [
      {
        match: {
          [field]: {
            query: 'lily foundation',
            minimum_should_match: '2<75%',
            _name: `words:${field}`,
          },
        },
      },
      {
        match: {
          [field]: {
            query: 'lily foundation',
            fuzziness: 'AUTO:4,8',
            prefix_length: 1,
            max_expansions: 30,
            minimum_should_match: '2<75%',
            boost: 0.7,
            _name: `misspelt:${field}`,
          },
        },
      },
      {
        match: {
          [`${field}.trigrams`]: {
            query: 'lily foundation',
            minimum_should_match: '3<60%',
            boost: 0.5,
          },
        },
      },
      { match_phrase: { [field]: { query: 'lily foundation', slop: 1, boost: 0.6 } } },
    ],
    minimum_should_match: 1,
  },
})

const begins = (field: string, boost: number, name: string) => ({
  constant_score: { filter: { prefix: { [field]: 'lily foundation' } }, boost, _name: name },
})

const placedName = {
  bool: {
    should: [
      {
        bool: {
          filter: [
            {
              bool: {
                should: [
                  { term: { 'query.nameKey': 'lily' } },
                  { term: { 'query.aliasKey': 'lily' } },
                ],
              },
            },
            { match: { 'query.place': { query: 'foundation', operator: 'and' } } },
          ],
        },
      },
    ],
  },
}

describe('buildIdentitySearch', () => {
  it('searches the normalized name in every way, with filters, tie-breakers, and exact counts', () => {
    const exact = [
      constant('query.nameKey', 'lily foundation', 6_000),
      constant('query.aliasKey', 'lily foundation', 5_000),
    ]
    const filter = [{ term: { 'filter.state': 'OH' } }, { range: { 'filter.revenue': { gte: 5 } } }]
    expect(buildIdentitySearch(params({ filters: { state: 'OH', minRevenue: 5 } }))).toEqual({
      from: 0,
      size: 10,
      query: {
        bool: {
          must: {
            bool: {
              should: [
                {
                  dis_max: {
                    queries: [
                      ...exact,
                      {
                        constant_score: { filter: placedName, boost: 4_000, _name: 'placed-name' },
                      },
                      {
                        constant_score: {
                          filter: { terms: { 'query.acronym': ['lilyfdninc', 'lilyfoundation'] } },
                          boost: 3_000,
                          _name: 'acronym',
                        },
                      },
                      begins('query.nameKey', 2_000, 'begins'),
                      begins('query.aliasKey', 1_000, 'alias-begins'),
                    ],
                  },
                },
                {
                  dis_max: {
                    queries: [
                      nameClauses('query.name'),
                      { bool: { must: nameClauses('query.alias'), boost: 0.9 } },
                    ],
                    tie_breaker: 0.1,
                  },
                },
                {
                  match: {
                    'query.name.prefix': {
                      query: 'lily foundation',
                      operator: 'and',
                      boost: 0.4,
                      _name: 'prefix',
                    },
                  },
                },
                {
                  bool: {
                    must: {
                      multi_match: {
                        query: 'lily foundation',
                        type: 'cross_fields',
                        operator: 'and',
                        fields: ['query.name', 'query.alias', 'query.place'],
                      },
                    },
                    filter: [
                      {
                        multi_match: {
                          query: 'lily foundation',
                          fields: ['query.name', 'query.alias'],
                        },
                      },
                      { match: { 'query.place': 'lily foundation' } },
                    ],
                    boost: 3,
                    _name: 'placed',
                  },
                },
              ],
              minimum_should_match: 1,
            },
          },
          filter,
        },
      },
      aggs: {
        exact: { filter: { bool: { should: exact, minimum_should_match: 1, filter } } },
        placedName: {
          filter: {
            bool: {
              should: [
                { constant_score: { filter: placedName, boost: 4_000, _name: 'placed-name' } },
              ],
              minimum_should_match: 1,
              filter,
            },
          },
        },
      },
      sort: [{ _score: 'desc' }, { 'sort.prominence': 'desc' }, { ein: 'asc' }],
      track_scores: true,
      track_total_hits: true,
      _source: ['ein', 'display'],
    })
  })

  it('ranks an EIN above everything', () => {
    expect(exactClauses('07-0000123')[0]).toEqual(constant('ein', '070000123', 10_000, 'ein'))
  })

  it('counts a facet under all filters but its own', () => {
    const body = buildIdentitySearch(
      params({ facets: true, filters: { state: 'OH', causes: ['K'] } }),
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
    expect(buildIdentitySearch(params({ query: '--' })).query).toEqual({
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
    expect(buildIdentitySearch(params({ sort })).sort).toEqual([
      { [field]: { order: 'desc', missing: '_last' } },
      { _score: 'desc' },
      { 'sort.prominence': 'desc' },
      { ein: 'asc' },
    ])
  })
})
