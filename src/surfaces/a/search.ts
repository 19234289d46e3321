import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { SearchFilters, SearchParams } from '../../search/params.ts'
import { type SearchDeps, searchOrganizations } from '../../search/search.ts'
import { openErrors } from './error-schema.ts'
import { presentSearch } from './present-search.ts'
import { type Narrowing, type SearchQuery, searchQuery, searchResults } from './search-schema.ts'

/** `GET /api/v2/search` of surface A. */
export const searchRoutes =
  (deps: SearchDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/search', {
      constraints: { surface: 'a' },
      config: { access: 'open' },
      schema: {
        operationId: 'searchOrganizations',
        summary: 'Search organizations by identity or by what they do',
        tags: ['Surface A'],
        querystring: searchQuery,
        response: {
          200: searchResults,
          ...openErrors,
        },
      },
      handler: async ({ query }) =>
        presentSearch(query, await searchOrganizations(deps, toSearchParams(query))),
    })
  }

/** The domain's parameters for A's. */
export function toSearchParams(query: SearchQuery): SearchParams {
  return {
    query: query.Query,
    mode: query.Mode,
    page: query.Cursor,
    limit: query.Limit,
    sort: query.Sort,
    facets: query.Facets,
    filters: toFilters(query),
  }
}

/** The domain's filters for A's. */
export function toFilters(query: Narrowing): SearchFilters {
  return {
    ...(query.State !== undefined && { state: query.State }),
    ...(query.Cause !== undefined && { causes: query.Cause }),
    ...(query.CauseLabel !== undefined && { causeLabel: query.CauseLabel }),
    ...(query.MinRevenue !== undefined && { minRevenue: query.MinRevenue }),
    ...(query.MaxRevenue !== undefined && { maxRevenue: query.MaxRevenue }),
    ...(query.PrimaryForm !== undefined && { primaryForm: query.PrimaryForm }),
    ...(query.EntityType !== undefined && { entityType: query.EntityType }),
    ...(query.EvidenceTier !== undefined && { evidenceTier: query.EvidenceTier }),
  }
}
