import type { SearchParams } from '../params.ts'
import { buildFacets } from './facets.ts'
import { buildFilters, type Clause, clausesWithout } from './filters.ts'
import { buildSort } from './sorts.ts'

/** Raise it whenever the order changes. */
export const LISTING_VERSION = 'listing-1'

/**
 * Lists all organizations that pass the filters; Relevance sorts by prominence. With facets, the
 * filters apply after counting, because a facet ignores its own filter.
 */
export function buildListing(params: SearchParams): Clause {
  const clauses = buildFilters(params.filters)
  const filter = clausesWithout(clauses)
  return {
    from: (params.page - 1) * params.limit,
    size: params.limit,
    query: { bool: { filter: params.facets ? clauses.others : filter } },
    ...(params.facets && { aggs: buildFacets(clauses), post_filter: { bool: { filter } } }),
    sort: buildSort(params.sort),
    track_total_hits: true,
    _source: ['ein', 'display'],
  }
}
