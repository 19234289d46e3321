import type { SearchParams } from '../params.ts'
import { buildFacets } from './facets.ts'
import { buildFilters, type Clause, clausesWithout } from './filters.ts'
import { buildSort } from './sorts.ts'

/** Names the order; raised whenever it changes. */
export const LISTING_VERSION = 'listing-1'

/**
 * All organizations that pass the filters; by relevance, the more prominent first. With facets the
 * filters come after counting, since facets count what their own filter would hide.
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
