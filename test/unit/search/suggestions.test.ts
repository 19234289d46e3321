import { describe, expect, test } from 'vitest'
import { typedNameKeys } from '#src/domain/names.ts'
import { buildCounts } from '#src/search/queries/facets.ts'
import { buildFilters } from '#src/search/queries/filters.ts'
import { buildListing } from '#src/search/queries/listing.ts'
import { buildNearSuggestions, buildSuggestions } from '#src/search/queries/suggestions.ts'
import { readSuggestions } from '#src/search/results/suggestions.ts'

describe('typedNameKeys', () => {
  test.each([
    ['Harvest Pan', ['harvest pan']],
    ['St. Mary Ch', ['saint mary ch']],
    ['Lily Fdn', ['lily fdn', 'lily foundation']],
    ['Ohio Ministri', ['ohio ministri', 'ohio ministry']],
    ['The Lily Foundat', ['lily foundat']],
    // Keys leave out "Inc", so its beginning is optional.
    ['Harvest Pantry I', ['harvest pantry i', 'harvest pantry']],
    ['Harvest Pantry Inc', ['harvest pantry']],
    ['Ünïon', ['union']],
    [' - ', []],
  ])('%s returns %o', (typed, keys) => {
    expect(typedNameKeys(typed)).toEqual(keys)
  })
})

describe('buildSuggestions', () => {
  const clausesOf = (typed: string) =>
    (buildSuggestions(typed).query as { dis_max: { queries: unknown[] } }).dis_max.queries

  test('matches two letters only at the beginning of whole names', () => {
    expect(clausesOf('ha')).toEqual([
      { constant_score: { filter: { prefix: { 'query.nameKey': 'ha' } }, boost: 4 } },
      { constant_score: { filter: { prefix: { 'query.aliasKey': 'ha' } }, boost: 3 } },
    ])
  })

  test('ranks EIN prefixes first, with or without the hyphen', () => {
    const ein = (digits: string) => ({
      constant_score: { filter: { prefix: { ein: digits } }, boost: 6 },
    })
    expect(clausesOf('07-00')).toContainEqual(ein('0700'))
    expect(clausesOf('0700')).toContainEqual(ein('0700'))
    expect(JSON.stringify(clausesOf('100 Black Men'))).not.toContain('"ein"')
  })

  test('cuts words to the longest indexed prefix', () => {
    expect(JSON.stringify(clausesOf('environmentalists'))).toContain('"environmentalis"')
  })
})

describe('buildNearSuggestions', () => {
  test('allows a wrong letter, but not the first', () => {
    const near = (field: string) => ({
      constant_score: {
        filter: {
          match: {
            [field]: {
              query: 'turkana wels',
              operator: 'and',
              fuzziness: 'AUTO:4,8',
              prefix_length: 1,
              max_expansions: 30,
            },
          },
        },
        boost: 2,
      },
    })
    expect(buildNearSuggestions('Turkana Wels').query).toEqual({
      dis_max: { queries: [near('query.name.prefix'), near('query.alias.prefix')] },
    })
  })
})

test.each([buildSuggestions, buildNearSuggestions])(
  '%o matches nothing without letters',
  (build) => {
    expect(build('--').query).toEqual({ match_none: {} })
  },
)

test('a suggestion shows another name only if it was found by it', () => {
  const display = {
    name: 'Cuyahoga Pantry',
    names: [{ value: 'Harvest House', kind: 'former' as const, ref: 'bmf:2026-02:070000001:NAME' }],
    state: 'OH',
  }
  const hits = [{ _source: { ein: '070000001', display } }]
  expect(readSuggestions(hits, 'harv')).toEqual([
    { ein: '070000001', name: 'Cuyahoga Pantry', otherName: 'Harvest House', state: 'OH' },
  ])
  expect(readSuggestions(hits, 'cuy')).toEqual([
    { ein: '070000001', name: 'Cuyahoga Pantry', state: 'OH' },
  ])
})

test('a listing counts in searches of their own, a filtered facet without its filter', () => {
  const params = {
    query: '',
    mode: 'Discovery',
    page: 2,
    limit: 10,
    sort: 'Relevance',
    facets: true,
    filters: { state: 'OH', evidenceTier: 'FiledProgram' },
  } as const
  const ohio = { term: { 'filter.state': 'OH' } }
  const tier = { term: { 'filter.evidenceTier': 'FiledProgram' } }
  expect(buildListing(params)).toMatchObject({
    from: 10,
    query: { bool: { filter: [ohio, tier] } },
    track_total_hits: false,
  })
  const values = (field: string) => ({ terms: { field: `filter.${field}`, size: 100 } })
  const [all, ...others] = buildCounts(buildFilters(params.filters), true)
  expect(all).toMatchObject({
    size: 0,
    query: { bool: { filter: [ohio, tier] } },
    track_total_hits: true,
  })
  expect(Object.keys(all?.aggs ?? {})).toEqual(['Cause', 'Form', 'EntityType', 'RevenueBand'])
  expect(others).toEqual([
    {
      size: 0,
      query: { bool: { filter: [tier] } },
      track_total_hits: false,
      aggs: { State: values('state') },
    },
  ])
  expect(buildCounts(buildFilters(params.filters), false)).toMatchObject([{ aggs: {} }])
})
