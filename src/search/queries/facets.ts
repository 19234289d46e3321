import { FACET_KEYS, type FacetKey, type SearchParams } from '../params.ts'
import {
  buildFilters,
  buildSort,
  type Clause,
  clausesWithout,
  type FieldOf,
  type FilterClauses,
  filteredFacets,
} from './filters.ts'

/** The field each facet counts. Fields hold codes; `results/facets.ts` adds labels. */
export const FACET_FIELDS: Record<FacetKey, FieldOf<'filter'>> = {
  State: 'filter.state',
  Cause: 'filter.causeLabel',
  Form: 'filter.form',
  EntityType: 'filter.entityType',
  RevenueBand: 'filter.revenueBand',
}

// There are 63 USPS codes of states, territories and military addresses; other facets have at most
// 26 values. With one shard the counts are exact.
const BUCKETS = 100

/**
 * Builds the aggregation of each facet under the filters of all other facets. The search itself
 * filters after counting (post_filter).
 */
export const buildFacets = (clauses: FilterClauses): Clause =>
  Object.fromEntries(
    FACET_KEYS.map((key) => [
      key,
      {
        filter: { bool: { filter: clausesWithout(clauses, key) } },
        aggs: { values: valuesOf(key) },
      },
    ]),
  )

const valuesOf = (key: FacetKey): Clause => ({
  terms: { field: FACET_FIELDS[key], size: BUCKETS },
})

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
    aggs: Object.fromEntries(keys.map((key) => [key, valuesOf(key)])),
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
