import { describe, expect, it } from 'vitest'
import type { OrganizationDisplay } from '#mappings/organization-document.ts'
import { type SearchParams, SORTS } from '#src/search/params.ts'
import {
  buildCauseText,
  buildPageSearch,
  buildWindowSearches,
  placesOf,
  WINDOW,
} from '#src/search/queries/discovery.ts'
import { readDiscoveryHits } from '#src/search/results/discovery.ts'
import { countValues, fuseCandidates, orderCandidates } from '#src/search/results/window.ts'

const params: SearchParams = {
  query: 'wells in Kenya',
  mode: 'Discovery',
  page: 1,
  limit: 10,
  sort: 'Relevance',
  facets: false,
  filters: { state: 'OH', evidenceTier: 'FiledProgram' },
}

const NEAR = Float32Array.of(1, 0)

describe('buildWindowSearches', () => {
  const filter = [
    { term: { 'filter.state': 'OH' } },
    { term: { 'filter.evidenceTier': 'FiledProgram' } },
  ]

  it('puts the filters inside both searches', () => {
    const place = (code: string, boost: number) => ({
      constant_score: { filter: { term: { 'filter.places': code } }, boost },
    })
    const [lexical, nearest] = buildWindowSearches(params, NEAR)
    const window = { size: WINDOW, _source: false, track_total_hits: false }
    expect(lexical).toMatchObject({
      ...window,
      query: {
        bool: { filter, should: [place('KE', 4), place('region-sub-saharan-africa', 1.5)] },
      },
    })
    const knn = { vector: [1, 0], k: WINDOW, filter: { bool: { filter } } }
    expect(nearest).toMatchObject({
      ...window,
      query: { function_score: { query: { knn: { 'vector.cause': knn } }, min_score: 1.25 } },
    })
  })

  it('omits the own filter of the facet to count, and reads only its values', () => {
    for (const body of buildWindowSearches({ ...params, facets: true }, NEAR, 'State')) {
      expect(body.docvalue_fields).toEqual(['filter.state'])
      expect(JSON.stringify(body)).not.toContain('"filter.state":"OH"')
      expect(JSON.stringify(body)).toContain('"filter.evidenceTier":"FiledProgram"')
    }
  })

  it('reads only the fields of the sort and the facets', () => {
    const fieldsOf = (asked: Partial<SearchParams>) =>
      buildWindowSearches({ ...params, ...asked }, NEAR).map((body) => body.docvalue_fields)
    const twice = (fields: string[]) => [fields, fields]
    expect(fieldsOf({ sort: 'Relevance', facets: false })).toEqual(twice(['sort.evidence']))
    expect(fieldsOf({ sort: 'Revenue', facets: false })).toEqual(twice(['sort.revenue']))
    const counted = ['state', 'causeLabel', 'form', 'entityType', 'revenueBand']
    expect(fieldsOf({ sort: 'Relevance', facets: true })).toEqual(
      twice(['sort.evidence', ...counted.map((field) => `filter.${field}`)]),
    )
  })

  it('finds the same candidates in every order', () => {
    const queriesOf = (sort: SearchParams['sort']) =>
      buildWindowSearches({ ...params, sort, order: 'asc' }, NEAR).map(({ query }) => query)
    for (const sort of SORTS) expect(queriesOf(sort)).toEqual(queriesOf('Relevance'))
  })

  it('finds a country and its region', () => {
    const { named, regions } = placesOf('wells in Kenya')
    expect([...named, ...regions].map(({ code }) => code)).toEqual([
      'KE',
      'region-sub-saharan-africa',
    ])
  })
})

describe('buildCauseText', () => {
  it.each([
    ['after school programs', 'school programs'],
    ['what can we do against hunger?', 'hunger?'],
    ['after-school care', '-school care'],
    ['after all', ''],
  ])('searches %j as %j', (query, words) => {
    expect(buildCauseText(query)).toMatchObject({ multi_match: { query: words } })
    expect(buildPageSearch(query, [])).toMatchObject({
      highlight: { highlight_query: { multi_match: { query: words } } },
    })
  })
})

describe('the candidate window', () => {
  const hit = (ein: string, score: number, evidence: number, revenue?: number, state = 'OH') => ({
    _id: ein,
    _score: score,
    fields: {
      'sort.evidence': [evidence],
      'filter.state': [state],
      ...(revenue !== undefined && { 'sort.revenue': [revenue] }),
    },
  })
  const candidates = fuseCandidates(
    [hit('070000003', 9, 1, 10), hit('070000002', 5, 0, 30, 'NY'), hit('070000001', 5, 0)],
    [hit('070000004', 1.7, 0, 20), hit('070000003', 1.6, 1, 10)],
  )
  const order = (sort: 'Relevance' | 'Revenue', direction?: 'asc' | 'desc') =>
    orderCandidates(candidates, sort, direction)
      .map(({ ein }) => ein.slice(-1))
      .join('')

  it('adds the two rankings, each scaled to 0–1, by weight', () => {
    expect(candidates.map(({ ein, score }) => [ein.slice(-1), score])).toEqual([
      ['4', 0.6],
      ['3', expect.closeTo(0.4 + 0.6 * 0.001)],
      ['1', 0.4 * 0.001],
      ['2', 0.4 * 0.001],
    ])
  })

  it('has the size of the window, and gives a single hit the whole weight', () => {
    const many = Array.from({ length: WINDOW }, (_, at) => hit(`07${1e6 + at}`, WINDOW - at, 0))
    expect(fuseCandidates(many, [hit('080000001', 1.3, 0)])).toHaveLength(WINDOW)
    expect(fuseCandidates([], [hit('080000001', 1.3, 0)])[0]?.score).toBe(0.6)
  })

  it('ranks organizations without filed text after those with it, ties by EIN', () => {
    expect(order('Relevance')).toBe('4123')
  })

  it('sorts unknown figures last in both orders', () => {
    expect(order('Revenue')).toBe('2431')
    expect(order('Revenue', 'asc')).toBe('3421')
  })

  it('counts each facet', () => {
    expect([...countValues(candidates, 'State')]).toEqual([
      ['OH', 3],
      ['NY', 1],
    ])
  })
})

describe('readDiscoveryHits', () => {
  const ref = (path: string) => `990:2022:202303199349301234:${path}`
  const display: OrganizationDisplay = {
    name: 'Well Diggers',
    nameRef: ref('/ReturnHeader/Filer/BusinessName/BusinessNameLine1Txt'),
    names: [],
    forms: ['990'],
    entityType: 'OperatingOrOtherTaxExempt',
    role: 'Independent',
    evidenceTier: 'FiledProgram',
    isRevoked: false,
    cause: { code: 'Q33', label: 'International Relief', isInferred: false },
    passages: [
      { kind: 'Mission', text: 'Safe water for villages.', ref: ref('/IRS990/MissionDesc') },
      { kind: 'Program', text: 'We dig wells in northern Kenya.', ref: ref('/IRS990/Desc') },
    ],
    places: [{ code: 'KE', label: 'Kenya', ref: ref('/IRS990/Desc') }],
  }
  const read = (
    highlight: Record<string, string[]>,
    matched = ['text'],
    shown: OrganizationDisplay = display,
  ) =>
    readDiscoveryHits(
      [{ _source: { ein: '070000001', display: shown }, highlight, matched_queries: matched }],
      ['070000001'],
      placesOf('wells in Kenya'),
      42,
    )[0]

  it('returns the Ref of every highlighted passage and place', () => {
    const text = 'We dig <em>wells</em> in northern <em>Kenya</em>.'
    expect(read({ 'query.programs': [text] }, ['text', 'classification'])).toEqual({
      ein: '070000001',
      display,
      match: {
        kind: 'Cause',
        field: 'CauseText',
        value: 'We dig wells in northern Kenya.',
        ref: ref('/IRS990/Desc'),
        window: 42,
      },
      reasons: [
        {
          kind: 'Passage',
          passage: 'Program',
          text,
          isHighlighted: true,
          ref: ref('/IRS990/Desc'),
        },
        { kind: 'Place', code: 'KE', label: 'Kenya', ref: ref('/IRS990/Desc') },
        { kind: 'Classification', code: 'Q33', label: 'International Relief', isInferred: false },
      ],
      explanation: 'A filed program mentions "wells" and "Kenya".',
    })
  })

  it('explains when only the meaning matched', () => {
    expect(read({}, [])?.explanation).toBe(
      'Its text is among the closest in meaning to the query; its filing lists Kenya as a place of work.',
    )
  })

  it('returns only the name as the reason when no text matched', () => {
    const found = read({ 'query.programs': ['We dig <em>wells</em> in northern Kenya.'] }, ['name'])
    const { name, nameRef } = display
    expect(found?.match).toEqual({
      kind: 'Fuzzy',
      field: 'Name',
      value: name,
      ref: nameRef,
      window: 42,
    })
    expect(found?.reasons.map(({ kind }) => kind)).toEqual(['Name', 'Place'])
    expect(found?.explanation).toBe(
      'Its name shares words with the query; its filing lists Kenya as a place of work.',
    )
  })

  it('returns the classification if it matched or nothing else is known', () => {
    const kinds = (...asked: Parameters<typeof read>) =>
      read(...asked)?.reasons.map(({ kind }) => kind)
    const nowhere = { ...display, places: [] }
    expect(kinds({}, [], nowhere)).toEqual(['Passage'])
    expect(kinds({}, ['classification'], nowhere)).toEqual(['Passage', 'Classification'])
    expect(kinds({}, [], { ...nowhere, passages: [] })).toEqual(['Classification'])
  })

  it('does not claim closeness in meaning, and says when no text is filed', () => {
    const silent = { ...display, passages: [], places: [] }
    expect(read({}, ['text'], { ...display, places: [] })?.explanation).toBe(
      'It is classified as International Relief.',
    )
    expect(read({}, ['text'], silent)?.explanation).toBe(
      'It is classified as International Relief; it has filed no description of its work.',
    )
    expect(read({}, ['text', 'name'], silent)?.explanation).toBe(
      'Its name shares words with the query; it has filed no description of its work.',
    )
  })
})
