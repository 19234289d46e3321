import type { SearchParams } from '../params.ts'
import { buildFilters, type Clause, clausesWithout } from './filters.ts'
import { buildSort } from './sorts.ts'

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
