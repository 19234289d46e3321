import { describe, expect, it } from 'vitest'
import type { OrganizationDisplay } from '#mappings/organization-document.ts'
import { type SearchFilters, type SearchParams, SORTS } from '#src/search/params.ts'
import {
  buildCauseText,
  buildPageSearch,
  buildWindowSearch,
  placesOf,
  WINDOW,
} from '#src/search/queries/discovery.ts'
import { readDiscoveryHits } from '#src/search/results/discovery.ts'
import { countValues, orderCandidates, readCandidates } from '#src/search/results/window.ts'

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

describe('buildWindowSearch', () => {
  const filter = [
    { term: { 'filter.state': 'OH' } },
    { term: { 'filter.evidenceTier': 'FiledProgram' } },
  ]

  it('puts the filters inside both branches', () => {
    const place = (code: string, boost: number) => ({
      constant_score: { filter: { term: { 'filter.places': code } }, boost },
    })
    const knn = { vector: [1, 0], k: WINDOW, filter: { bool: { filter } } }
    expect(buildWindowSearch(params, NEAR)).toMatchObject({
      size: WINDOW,
      query: {
        hybrid: {
          pagination_depth: WINDOW,
          queries: [
            { bool: { filter, should: [place('KE', 4), place('region-sub-saharan-africa', 1.5)] } },
            { function_score: { query: { knn: { 'vector.cause': knn } }, min_score: 1.25 } },
          ],
        },
      },
      stored_fields: '_none_',
    })
  })

  it('omits the own filter of the facet to count, and reads only its values', () => {
    const body = buildWindowSearch({ ...params, facets: true }, NEAR, 'State')
    expect(body.docvalue_fields).toEqual(['ein', 'filter.state'])
    expect(JSON.stringify(body)).not.toContain('"filter.state":"OH"')
    expect(JSON.stringify(body)).toContain('"filter.evidenceTier":"FiledProgram"')
  })

  it('reads only the fields of the sort and the facets', () => {
    const fieldsOf = (asked: Partial<SearchParams>) =>
      buildWindowSearch({ ...params, ...asked }, NEAR).docvalue_fields
    expect(fieldsOf({ sort: 'Relevance', facets: false })).toEqual(['ein', 'sort.evidence'])
    expect(fieldsOf({ sort: 'Revenue', facets: false })).toEqual(['ein', 'sort.revenue'])
    expect(fieldsOf({ sort: 'Relevance', facets: true })).toEqual([
      'ein',
      'sort.evidence',
      'filter.state',
      'filter.causeLabel',
      'filter.form',
      'filter.entityType',
      'filter.revenueBand',
    ])
  })

  it('finds the same candidates in every order', () => {
    const queryOf = (sort: SearchParams['sort']) =>
      buildWindowSearch({ ...params, sort, order: 'asc' }, NEAR).query
    for (const sort of SORTS) expect(queryOf(sort)).toEqual(queryOf('Relevance'))
  })

  it.each<[string, SearchFilters, boolean]>([
    ['food banks', {}, true],
    ['food banks for students', {}, false],
    ['food banks', { causes: ['P'] }, false],
  ])('"%s" with %j requires its cause or its words: %s', (query, filters, isRequired) => {
    const body = JSON.stringify(buildWindowSearch({ ...params, query, filters }, NEAR))
    const branches = body.split('{"terms":{"filter.cause":["K31"]}}').length - 1
    expect(branches).toBe(isRequired ? 2 : 0)
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
    _score: score,
    fields: {
      ein: [ein],
      'sort.evidence': [evidence],
      'filter.state': [state],
      ...(revenue !== undefined && { 'sort.revenue': [revenue] }),
    },
  })
  const candidates = readCandidates([
    hit('070000003', 0.9, 1, 10),
    hit('070000002', 0.5, 0, 30, 'NY'),
    hit('070000001', 0.5, 0),
    hit('070000004', 0.7, 0, 20),
  ])
  const order = (sort: 'Relevance' | 'Revenue', direction?: 'asc' | 'desc') =>
    orderCandidates(candidates, sort, direction)
      .map(({ ein }) => ein.slice(-1))
      .join('')

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
