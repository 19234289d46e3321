import { describe, expect, it, test } from 'vitest'
import { toCityKey } from '#src/domain/name-keys.ts'
import { typedNameKeys } from '#src/domain/names.ts'
import { findCities } from '#src/domain/places/gazetteer.ts'
import { readIdentityHits, readResolution } from '#src/search/identity/hits.ts'
import { buildIdentitySearch } from '#src/search/identity/query.ts'
import { readQuery } from '#src/search/identity/readings.ts'
import type { Closeness, SearchParams } from '#src/search/params.ts'
import { buildSuggestions, readSuggestions } from '#src/search/suggest.ts'
import { cases, testCases, testReturns } from '#test/unit/cases.ts'

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

/** Writes each reading as "name @ city, state, zip, counties, area", "!" if only the place counts. */
const read = (query: string): string[] =>
  readQuery(query).names.map(({ name, place, isOnlyThere }) => {
    if (!place) return name
    const { city, state, zip, counties, area } = place
    const parts = [city, state, zip, counties?.join('+'), area?.label].filter(Boolean)
    return `${name} @ ${parts.join(', ')}${isOnlyThere ? ' !' : ''}`
  })

test.each(cases<[string, string[]]>('readings of typed names'))('%s', (query, readings) => {
  expect(read(query)).toEqual(expect.arrayContaining(readings))
  expect(read(query)[0]).toBe(readings[0])
})

test('a suggestion shows another name only if it was found by it', () => {
  const names = [{ value: 'Harvest House', kind: 'former' as const, ref: 'bmf:2026-02:1:NAME' }]
  const display = { name: 'Cuyahoga Pantry', names, state: 'OH' }
  const hits = [{ _source: { ein: '070000001', display } }]
  const shown = { ein: '070000001', name: 'Cuyahoga Pantry', state: 'OH' }
  expect(readSuggestions(hits, 'harv')).toEqual([{ ...shown, otherName: 'Harvest House' }])
  expect(readSuggestions(hits, 'cuy')).toEqual([shown])
})

/** Returns the hit of "Name @ City, ST", which was once called Prairie Scouts. */
const found = (text: string) => {
  const [name = '', place = ''] = text.split(' @ ')
  const [city = '', state] = place.split(', ')
  const display = {
    ...{ name, nameRef: 'bmf:2026-02:070000001:NAME', forms: [], passages: [], places: [] },
    names: [{ kind: 'former' as const, value: 'Prairie Scouts', ref: 'former' }],
    ...({
      entityType: 'OperatingOrOtherTaxExempt',
      role: 'Independent',
      isRevoked: false,
    } as const),
    ...({ evidenceTier: 'ClassificationOnly' } as const),
    ...(state && { city, state }),
  }
  const [{ lat, lon } = { lat: 0, lon: 0 }] = findCities(city, state)
  const filter = state ? { city: [toCityKey(city)], state, location: { lat, lon } } : {}
  return { _source: { ein: '070000001', display, filter } }
}
const hitOf = (query: string, hit: string) => readIdentityHits([found(hit)], readQuery(query))[0]

describe('the match of a hit', () => {
  // Names are compared as typed, so "T.W.P." is an acronym of words before normalization.
  testCases('matches of a hit', (query: string, hit: string, match: object) => {
    expect(hitOf(query, hit)?.match).toMatchObject(match)
  })

  it('has no place for a name elsewhere', () => {
    const match = hitOf('Scouts of the Plains, Troy, NY', 'Scouts of the Plains @ Akron, OH')?.match
    expect(match).toMatchObject({ kind: 'ExactName' })
    expect(match).not.toHaveProperty('place')
  })

  it('has the matching name as its reason, and none for an EIN', () => {
    const named = [{ kind: 'Name', text: 'Prairie Scouts', ref: 'former' }]
    expect(hitOf('prairie scouts', 'SCOUTS')?.reasons).toEqual(named)
    expect(hitOf('07-0000001', 'SCOUTS')?.reasons).toEqual([])
  })
})

describe('a resolution', () => {
  testCases(
    'resolutions',
    (_: string, query: string, hits: string[], status: string, candidates: number) => {
      const resolution = readResolution(hits.map(found), readQuery(query), 'Close', false)
      expect([resolution.status, resolution.candidates.length]).toEqual([status, candidates])
    },
  )

  // A shared syllable is no match; the typed place, or the same letters, are.
  testCases('resolutions of near names', (query: string, hit: string, status: string) => {
    const resolution = readResolution([found(hit)], readQuery(query), 'Loose', false)
    expect(resolution.status).toBe(status)
    expect(resolution.candidates).toHaveLength(status === 'None' ? 0 : 1)
  })
})

test.each([
  ['07-0000102', false, /Check its digits/],
  ['07-0000102', true, /these filters/],
  ['91101', false, /ZIP=91101/],
])('for %s (filtered: %s) suggests what to do', (query, isFiltered, suggestion) => {
  const { suggestion: shown } = readResolution([], readQuery(query), 'Loose', isFiltered)
  expect(shown).toMatch(suggestion)
})

testReturns({
  'clauses of a search by name': (query: string, closeness: Closeness, part: string) =>
    clausesOf(query, closeness).includes(part),
  'places of a search by name': (query: string) => {
    const places = clausesOf(query).match(/(?<="filter\.)(?:city|location|state|zip)/g) ?? []
    return [...new Set(places)].toSorted()
  },
  'typed names and the keys they may begin': typedNameKeys,
  'clauses of suggestions': (typed: string, part: string) =>
    JSON.stringify(buildSuggestions(typed).query).includes(part),
})
