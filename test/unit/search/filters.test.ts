import { expect, test } from 'vitest'
import type { SearchFilters } from '#src/search/params.ts'
import { buildFilters, type Clause, clausesWithout } from '#src/search/queries/filters.ts'

const area = { label: 'Boston, MA', lat: 42.36, lon: -71.06, km: 50 }

// The type requires an entry for every filter.
const CLAUSES: { [Name in keyof Required<SearchFilters>]: [SearchFilters[Name], Clause] } = {
  state: ['OH', { term: { 'filter.state': 'OH' } }],
  worksInStates: [
    ['OH', 'MI'],
    {
      bool: {
        should: [
          { terms: { 'filter.state': ['OH', 'MI'] } },
          { terms: { 'filter.places': ['US-OH', 'US-MI'] } },
        ],
      },
    },
  ],
  causes: [['K', 'K31'], { terms: { 'filter.cause': ['K', 'K31'] } }],
  causeLabel: ['Education', { term: { 'filter.causeLabel': 'Education' } }],
  city: ['boston', { term: { 'filter.city': 'boston' } }],
  zip: ['606', { prefix: { 'filter.zip': '606' } }],
  counties: [['IL-031'], { terms: { 'filter.county': ['IL-031'] } }],
  near: [
    area,
    { geo_distance: { distance: '50km', 'filter.location': { lat: 42.36, lon: -71.06 } } },
  ],
  minRevenue: [5, { range: { 'filter.revenue': { gte: 5 } } }],
  maxRevenue: [9, { range: { 'filter.revenue': { lte: 9 } } }],
  minAssets: [5, { range: { 'sort.assets': { gte: 5 } } }],
  maxAssets: [9, { range: { 'sort.assets': { lte: 9 } } }],
  minRating: [80, { range: { 'sort.rating': { gte: 80 } } }],
  minProgramRatio: [0.5, { range: { 'sort.programRatio': { gte: 0.5 } } }],
  maxProgramRatio: [0.9, { range: { 'sort.programRatio': { lte: 0.9 } } }],
  filedSince: [2022, { range: { 'filter.taxYear': { gte: 2022 } } }],
  subsection: ['03', { term: { 'filter.subsection': '03' } }],
  minRulingYear: [1990, { range: { 'filter.rulingYear': { gte: 1990 } } }],
  maxRulingYear: [1999, { range: { 'filter.rulingYear': { lte: 1999 } } }],
  exclude: [
    [
      { kind: 'causes', causes: ['A5'] },
      { kind: 'states', states: ['OH'] },
    ],
    {
      bool: {
        must_not: [{ terms: { 'filter.cause': ['A5'] } }, { terms: { 'filter.state': ['OH'] } }],
      },
    },
  ],
  primaryForm: ['990EZ', { term: { 'filter.form': '990EZ' } }],
  entityType: ['PrivateFoundation', { term: { 'filter.entityType': 'PrivateFoundation' } }],
  evidenceTier: ['FiledProgram', { term: { 'filter.evidenceTier': 'FiledProgram' } }],
}

test.each(Object.entries(CLAUSES))('filter %s is one clause', (name, [value, clause]) => {
  expect(clausesWithout(buildFilters({ [name]: value }))).toEqual([clause])
})

test('both ends of a range are one clause', () => {
  expect(clausesWithout(buildFilters({ minAssets: 1, maxAssets: 2 }))).toEqual([
    { range: { 'sort.assets': { gte: 1, lte: 2 } } },
  ])
})

test('excluded words match names as given and in the singular, and cause text', () => {
  const [clause] = clausesWithout(buildFilters({ exclude: [{ kind: 'words', words: 'Zoos' }] }))
  const matched = (query: string, fields: string[]) => ({
    multi_match: { query, fields, operator: 'and' },
  })
  const names = ['query.name', 'query.alias']
  const texts = ['query.programs', 'query.mission', 'query.website', 'query.classification']
  expect(clause).toEqual({
    bool: { must_not: [matched('zoos', names), matched('zoo', names), matched('Zoos', texts)] },
  })
})
