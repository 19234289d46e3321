import { describe, expect, it, test } from 'vitest'
import type { OrganizationDisplay } from '#mappings/organization-document.ts'
import {
  countValues,
  orderCandidates,
  readCandidates,
  readDiscoveryHits,
} from '#src/search/discovery/hits.ts'
import {
  buildCauseText,
  buildPageSearch,
  buildWindowSearch,
  placesOf,
} from '#src/search/discovery/query.ts'
import type { SearchFilters } from '#src/search/filters.ts'
import { type SearchParams, SORTS } from '#src/search/params.ts'
import { expectRecorded } from '#test/recorded.ts'
import { testCases } from '#test/unit/cases.ts'

const params: SearchParams = {
  ...{ query: 'wells in Kenya', mode: 'Discovery', page: 1, limit: 10 },
  ...{ sort: 'Relevance', facets: false, filters: { state: 'OH', evidenceTier: 'FiledProgram' } },
}
const windowOf = (asked: Partial<SearchParams>, own?: 'State') =>
  buildWindowSearch({ ...params, ...asked }, Float32Array.of(1, 0), own)

describe('the search of a window', () => {
  it('omits the own filter of the facet to count, and reads only its values', () => {
    const body = windowOf({ facets: true }, 'State')
    expect(body.docvalue_fields).toEqual(['ein', 'filter.state'])
    expect(JSON.stringify(body)).not.toContain('"filter.state":"OH"')
    expect(JSON.stringify(body)).toContain('"filter.evidenceTier":"FiledProgram"')
  })

  const FACETS = ['state', 'causeLabel', 'form', 'entityType', 'revenueBand']
  it.each<[Partial<SearchParams>, string[]]>([
    [{}, ['sort.evidence']],
    [{ sort: 'Revenue' }, ['sort.revenue']],
    [{ facets: true }, ['sort.evidence', ...FACETS.map((name) => `filter.${name}`)]],
  ])('of %j reads only the fields of the sort and the facets', (asked, fields) => {
    expect(windowOf(asked).docvalue_fields).toEqual(['ein', ...fields])
  })

  it('finds the same candidates in every order', () => {
    for (const sort of SORTS)
      expect(windowOf({ sort, order: 'asc' }).query).toEqual(windowOf({ order: 'asc' }).query)
  })

  it.each<[string, SearchFilters, number]>([
    ['food banks', {}, 2],
    ['food banks for students', {}, 0],
    ['food banks', { causes: ['P'] }, 0],
  ])('"%s" with %j requires the cause in %i branches', (query, filters, count) => {
    const parts = JSON.stringify(windowOf({ query, filters })).split(
      '{"terms":{"filter.cause":["K31"]}}',
    )
    expect(parts).toHaveLength(count + 1)
  })
})

test('a country is found with its region', () => {
  const { named, regions } = placesOf('wells in Kenya')
  const found = [...named, ...regions].map(({ code }) => code)
  expect(found).toEqual(['KE', 'region-sub-saharan-africa'])
})

testCases('words of a cause', (query: string, words: string) => {
  const matched = { multi_match: { query: words } }
  expect(buildCauseText(query)).toMatchObject(matched)
  expect(buildPageSearch(query, [])).toMatchObject({ highlight: { highlight_query: matched } })
})

describe('the candidate window', () => {
  const hit = (last: number, score: number, evidence: number, revenue?: number, state = 'OH') => ({
    _score: score,
    fields: {
      ...{ ein: [`07000000${last}`], 'sort.evidence': [evidence], 'filter.state': [state] },
      ...(revenue !== undefined && { 'sort.revenue': [revenue] }),
    },
  })
  const hits = [hit(3, 0.9, 1, 10), hit(2, 0.5, 0, 30, 'NY'), hit(1, 0.5, 0), hit(4, 0.7, 0, 20)]
  const candidates = readCandidates(hits)

  // Those without filed text come last, ties are by EIN, and unknown figures are last both ways.
  it.each([
    ['Relevance', undefined, '4123'],
    ['Revenue', undefined, '2431'],
    ['Revenue', 'asc', '3421'],
  ] as const)('by %s %s is in the order %s', (sort, direction, order) => {
    const eins = orderCandidates(candidates, sort, direction).map(({ ein }) => ein.slice(-1))
    expect(eins.join('')).toBe(order)
  })

  it('counts each facet', () => {
    expect(Object.fromEntries(countValues(candidates, 'State'))).toEqual({ OH: 3, NY: 1 })
  })
})

describe('a hit', () => {
  const ref = (path: string) => `990:2022:202303199349301234:${path}`
  const desc = ref('/IRS990/Desc')
  const [mission, program] = ['Safe water for villages.', 'We dig wells in northern Kenya.']
  const classified = { code: 'Q33', label: 'International Relief', isInferred: false }
  const display: OrganizationDisplay = {
    ...{ name: 'Well Diggers', nameRef: ref('/ReturnHeader/Filer'), names: [], forms: ['990'] },
    ...{ entityType: 'OperatingOrOtherTaxExempt', role: 'Independent', isRevoked: false },
    ...{ evidenceTier: 'FiledProgram', cause: classified },
    passages: [
      { kind: 'Mission', text: mission, ref: ref('/IRS990/MissionDesc') },
      { kind: 'Program', text: program, ref: desc },
    ],
    places: [{ code: 'KE', label: 'Kenya', ref: desc }],
  }
  const nowhere = { ...display, places: [] }
  const silent = { ...nowhere, passages: [] }
  const places = placesOf('wells in Kenya')
  const read = (matched_queries: string[], shown = display, ...fragments: string[]) => {
    const _source = { ein: '070000001', display: shown }
    const hit = { _source, matched_queries, highlight: { 'query.programs': fragments } }
    return readDiscoveryHits([hit], ['070000001'], places, 42)[0]
  }
  const marked = 'We dig <em>wells</em> in northern <em>Kenya</em>.'

  it('has the Ref of every highlighted passage and place', () => {
    const { explanation, ...found } = read(['text', 'classification'], display, marked) ?? {}
    expect(explanation).toContain('"wells" and "Kenya"')
    expect(found).toEqual({
      ...{ ein: '070000001', display },
      match: { kind: 'Cause', field: 'CauseText', value: program, ref: desc, window: 42 },
      reasons: [
        { kind: 'Passage', passage: 'Program', text: marked, isHighlighted: true, ref: desc },
        { kind: 'Place', code: 'KE', label: 'Kenya', ref: desc },
        { kind: 'Classification', ...classified },
      ],
    })
  })

  it('has only the name as the reason if no text matched', () => {
    const { name: value, nameRef } = display
    const found = read(['name'], display, marked)
    const named = { kind: 'Fuzzy', field: 'Name', value, ref: nameRef, window: 42 }
    expect(found?.match).toEqual(named)
    expect(found?.reasons.map(({ kind }) => kind)).toEqual(['Name', 'Place'])
  })

  // The classification is a reason if it matched, or nothing else is known.
  it.each([
    [[], nowhere, ['Passage']],
    [['classification'], nowhere, ['Passage', 'Classification']],
    [[], silent, ['Classification']],
  ])('matched by %j has reasons %#', (matched, shown, kinds) => {
    expect(read(matched, shown)?.reasons.map(({ kind }) => kind)).toEqual(kinds)
  })

  it('is explained without a claim that nothing supports', async () => {
    const said = (...asked: Parameters<typeof read>) => read(...asked)?.explanation ?? ''
    await expectRecorded('discovery-hits', {
      'words of a program': said(['text', 'classification'], display, marked),
      'only the meaning': said([]),
      'only the name': said(['name'], display, marked),
      'no highlighted text': said(['text'], nowhere),
      'no filed text': said(['text'], silent),
      'no filed text, but the name': said(['text', 'name'], silent),
    })
  })
})
