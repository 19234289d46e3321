import type { SearchParams } from '../params.ts'
import { buildFilters, type Clause, clausesWithout } from './filters.ts'
import { buildSort } from './sorts.ts'

/** Names the order; raised whenever it changes. */
export const LISTING_VERSION = 'listing-1'

/** All organizations that pass the filters; by relevance, the more prominent first. */
export const buildListing = (params: SearchParams): Clause => ({
  from: (params.page - 1) * params.limit,
  size: params.limit,
  query: { bool: { filter: clausesWithout(buildFilters(params.filters)) } },
  sort: buildSort(params.sort),
  track_total_hits: true,
  _source: ['ein', 'display'],
})
