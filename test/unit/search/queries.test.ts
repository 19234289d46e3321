import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { buildWindowSearch } from '#src/search/discovery/query.ts'
import { clausesWithout } from '#src/search/filter-table.ts'
import { buildFilters, type SearchFilters } from '#src/search/filters.ts'
import {
  buildGrantSearch,
  buildPurposeSearch,
  type GrantSearch,
} from '#src/search/grants/search-grants.ts'
import { buildIdentitySearch } from '#src/search/identity/query.ts'
import { readQuery } from '#src/search/identity/readings.ts'
import { buildCounts, buildListing } from '#src/search/listing.ts'
import type { SearchParams } from '#src/search/params.ts'
import { buildPeopleSearch, type PeopleParams } from '#src/search/people/people.ts'
import { buildCandidateSearches, buildComparison } from '#src/search/similar/candidates.ts'
import { buildNearSuggestions, buildSuggestions } from '#src/search/suggest.ts'
import { expectRecorded } from '#test/recorded.ts'

const show = (query: unknown): string =>
  inspect(JSON.parse(JSON.stringify(query)), { depth: null, compact: 8, breakLength: 110 })

const nameSearch = (params: SearchParams) =>
  buildIdentitySearch(params, readQuery(params.query), 'Close')

const PAGE = { page: 2, limit: 10, facets: false }
const PARAMS: SearchParams = {
  ...{ ...PAGE, query: 'wells in Kenya', mode: 'Discovery', sort: 'Relevance' },
  filters: { state: 'OH', evidenceTier: 'FiledProgram' },
}
const GRANTS: GrantSearch = {
  ...{ ...PAGE, query: '', sort: 'Relevance' },
  filters: { categories: ['ScheduleI', 'FoundationPaid'] },
}
const grants = (search: Partial<GrantSearch>, found = [{ purpose: 'reading', similarity: 0.5 }]) =>
  buildGrantSearch({ ...GRANTS, ...search }, found)

// The type requires a value for every filter.
const FILTERS: Required<SearchFilters> = {
  ...{ state: 'OH', worksInStates: ['OH', 'MI'], counties: ['IL-031'], city: 'boston', zip: '606' },
  near: { label: 'Boston, MA', lat: 42.36, lon: -71.06, km: 50 },
  ...{ causes: ['K', 'K31'], causeLabel: 'Education', subsection: '03', filedSince: 2022 },
  ...{ minRevenue: 5, maxRevenue: 9, minAssets: 5, maxAssets: 9, minRating: 80 },
  ...{ minProgramRatio: 0.5, maxProgramRatio: 0.9, minRulingYear: 1990, maxRulingYear: 1999 },
  ...{ primaryForm: '990EZ', entityType: 'PrivateFoundation', evidenceTier: 'FiledProgram' },
  acceptsApplications: true,
  exclude: [
    { kind: 'causes', causes: ['A5'] },
    { kind: 'states', states: ['OH'] },
    { kind: 'words', words: 'Zoos' },
  ],
}

test('every filter is one clause, and both ends of a range are one', async () => {
  const { minRevenue, maxRevenue } = FILTERS
  const each = Object.entries(FILTERS).map(([name, value]) => ({ [name]: value }))
  const filters = [...each, { minRevenue, maxRevenue }].map((one) => {
    const clauses = clausesWithout(buildFilters(one as SearchFilters))
    expect(clauses).toHaveLength(1)
    return `${Object.keys(one).join(', ')}: ${show(clauses[0])}`
  })
  await expectRecorded('search-filters', { filters })
})

test('queries have these clauses', async () => {
  const near = Float32Array.of(1, 0)
  const counted = buildFilters(PARAMS.filters)
  const states = { ...GRANTS.filters, states: ['OH', 'MI'] }
  const further = { minAmount: 5, maxAmount: 9, minYear: 2020 }
  const sides = { funder: { name: 'The Brightwater Fdn' }, recipient: { ein: '080000102' } }
  const [meaning, family, alike] = buildCandidateSearches({
    ...{ ein: '070000101', family: 'GEN-7001', form: '990', revenue: 999_999 },
    ...{ vector: [1], text: 'food', codes: ['K31'], places: ['US-OH'] },
  })
  const names = { ...PARAMS, mode: 'Identity', query: '--', facets: true } as const
  const queries: Record<string, unknown> = {
    'grants: words': grants({ query: 'literacy programs' }).query,
    'grants: words that say nothing': grants({ query: 'general support' }, []).query,
    'grants: EIN': grants({ query: '07-0000101' }, []).query,
    'grants: filters': grants({ filters: { ...states, ...further, ...sides } }).query,
    'grants: facets': grants({ facets: true, filters: states }),
    'grants: purposes': buildPurposeSearch(near),
    'similar: meaning, outside families': meaning,
    'similar: meaning, a member of each family': family,
    'similar: class': alike,
    'similar: compared': buildComparison(['070000102'], [1, 0]),
    'suggestions: two letters': buildSuggestions('ha'),
    'suggestions: an EIN': buildSuggestions('07-00').query,
    'suggestions: near': buildNearSuggestions('Turkana Wels').query,
    'suggestions: no letters': [buildSuggestions('--').query, buildNearSuggestions('--').query],
    'listing: page': buildListing(PARAMS),
    'listing: counts': buildCounts(counted, true),
    'listing: no facets': buildCounts(counted, false),
    'discovery: window': buildWindowSearch(PARAMS, near),
    'names: facets': nameSearch({ ...names, filters: { state: 'OH', causes: ['K'] } }),
  }
  const shown = Object.entries(queries).map(([title, query]) => [title, show(query)])
  await expectRecorded('search-queries', Object.fromEntries(shown))
})

test('orders end in a unique field, and unknown values come last', async () => {
  const sorts = ['Relevance', 'Revenue', 'Assets', 'Rating', 'ProgramRatio', 'Recent'] as const
  const asked: Partial<GrantSearch>[] = [
    {},
    { query: 'reading' },
    { query: 'reading', sort: 'Amount' },
    { sort: 'Year', order: 'asc' },
  ]
  const people: Partial<PeopleParams>[] = [
    { name: 'Ann Lee' },
    { name: 'Ann Lee', sort: 'Relevance' },
    { name: 'Ann Lee', sort: 'Name' },
    { name: 'Ann Lee', sort: 'Year' },
    { name: 'Ann Lee', sort: 'Year', order: 'asc' },
    { ein: '070000101' },
    { ein: '070000101', sort: 'Name', order: 'desc' },
  ]
  const line = (given: object, { sort }: { sort?: unknown }) =>
    `${JSON.stringify(given)}: ${JSON.stringify(sort)}`
  await expectRecorded('search-orders', {
    names: sorts.map((sort) => line({ sort }, nameSearch({ ...PARAMS, sort }))),
    grants: asked.map((one) => line(one, grants(one))),
    people: people.map((one) => line(one, buildPeopleSearch({ ...PAGE, ...one }, false))),
  })
})
