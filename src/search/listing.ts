import { buildFacet, FACET_KEYS, FACETS, type FacetKey } from './facets.ts'
import { type Clause, clausesWithout, type FilterClauses } from './filter-table.ts'
import { buildFilters } from './filters.ts'
import { buildSort, type DisplaySource, type Hit, type SearchParams } from './params.ts'

/** Returns the facets that have a filter of their own. */
export const filteredFacets = ({ byFacet }: FilterClauses): FacetKey[] =>
  FACET_KEYS.filter((key) => byFacet[key])

/**
 * Builds searches that count all that pass the filters, and their facets: the first counts with all
 * filters, and each other one counts a facet without its own filter. Without hits, the engine caches
 * their results, so that other pages and orders of a list cost nothing more.
 */
export function buildCounts(clauses: FilterClauses, facets: boolean): Clause[] {
  const filtered = facets ? filteredFacets(clauses) : []
  const count = (keys: readonly FacetKey[], ignoring?: FacetKey): Clause => ({
    size: 0,
    query: { bool: { filter: clausesWithout(clauses, ignoring) } },
    track_total_hits: ignoring === undefined,
    aggs: Object.fromEntries(keys.map((key) => [key, buildFacet(FACETS[key])])),
  })
  const others = FACET_KEYS.filter((key) => !filtered.includes(key))
  return [count(facets ? others : []), ...filtered.map((key) => count([key], key))]
}

/** Raise it whenever the order changes. */
export const LISTING_VERSION = 'listing-2'

/**
 * Lists all organizations that pass the filters; Relevance sorts by prominence. `buildCounts` counts
 * them: a search that counts its hits reads all of them, and this one only the first of its order.
 */
export const buildListing = (params: SearchParams): Clause => ({
  from: (params.page - 1) * params.limit,
  size: params.limit,
  query: { bool: { filter: clausesWithout(buildFilters(params.filters)) } },
  // Without words, all scores are equal.
  sort: buildSort(params.sort, params.order).filter((key) => !('_score' in key)),
  track_total_hits: false,
  _source: ['ein', 'display'],
})

/** Reads a page of `buildListing`. */
export const readListedHits = (hits: { _source?: DisplaySource }[]): Hit[] =>
  hits.flatMap(({ _source }) => (_source ? [toHit(_source)] : []))

const toHit = ({ ein, display }: DisplaySource): Hit => ({
  ein,
  display,
  match: { kind: 'Filter', field: 'Filters' },
  reasons: [],
  explanation: 'It matches the filters; the search has no text.',
})
