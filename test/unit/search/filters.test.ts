import { expect, test } from 'vitest'
import type { SearchFilters } from '#src/search/params.ts'
import { buildFilters, type Clause, clausesWithout } from '#src/search/queries/filters.ts'

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
  minRevenue: [5, { range: { 'filter.revenue': { gte: 5 } } }],
  maxRevenue: [9, { range: { 'filter.revenue': { lte: 9 } } }],
  primaryForm: ['990EZ', { term: { 'filter.form': '990EZ' } }],
  entityType: ['PrivateFoundation', { term: { 'filter.entityType': 'PrivateFoundation' } }],
  evidenceTier: ['FiledProgram', { term: { 'filter.evidenceTier': 'FiledProgram' } }],
}

test.each(Object.entries(CLAUSES))('filter %s is one clause', (name, [value, clause]) => {
  expect(clausesWithout(buildFilters({ [name]: value }))).toEqual([clause])
})
