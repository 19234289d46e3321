import { causesOf } from '#src/search/causes.ts'
import type { SearchFilters, SearchParams } from '../params.ts'
import type { RecoveryFilters, Rewrite } from './recovery.ts'

/** Returns the domain's filters. Throws ApiError InvalidParameters for an unknown cause. */
export const toSearchFilters = ({
  state,
  cause,
  minRevenue,
  maxRevenue,
}: RecoveryFilters): SearchFilters => ({
  ...(state !== undefined && { state }),
  ...(cause !== undefined && { causes: causesOf(cause) }),
  ...(minRevenue !== undefined && { minRevenue }),
  ...(maxRevenue !== undefined && { maxRevenue }),
})

// The API's default page size, so that counts equal those of the same search in the API.
const LIMIT = 10

/** Returns the parameters of the search that runs a rewrite. */
export const toSearchParams = ({ query, mode, filters }: Rewrite): SearchParams => ({
  query,
  mode,
  page: 1,
  limit: LIMIT,
  sort: 'Relevance',
  facets: false,
  filters: toSearchFilters(filters),
})
