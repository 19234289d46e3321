import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { SearchParams } from '../../search/params.ts'
import { type SearchDeps, searchOrganizations } from '../../search/search.ts'
import { toSearchFilters } from '../search-filters.ts'
import { openErrors } from './error-schema.ts'
import { presentSearch } from './present-search.ts'
import { type SearchQuery, searchQuery, searchResults } from './search-schema.ts'

/** `GET /api/v2/search` of surface A. */
export const searchRoutes =
  (deps: SearchDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/search', {
      constraints: { surface: 'a' },
      config: { terms: { access: 'open', costs: 'Data', place: 'shared' } },
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
    filters: toSearchFilters(query),
  }
}
