import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { clientOf } from '../../access/client.ts'
import { ApiError } from '../../errors.ts'
import { askOrganizations, type Question } from '../../search/ask.ts'
import type { SearchDeps } from '../../search/search.ts'
import { errorEnvelope, wrap } from './envelope.ts'
import { presentSearch, TO_SORT } from './present-search.ts'
import { type SearchQuery, searchQuery, searchResults } from './search-schema.ts'

/** Searches a minute for one client (interface part 8). */
const SOFT_CAP = 120

/** `GET /api/v2/search` of surface B. */
export const searchRoutes =
  (deps: SearchDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/search', {
      constraints: { surface: 'b' },
      config: { terms: { access: 'open', costs: 'Data', place: 'shared' } },
      // Not in `config`: there GET and the HEAD that comes with it would each have a count.
      onRequest: app.rateLimit({
        max: SOFT_CAP,
        timeWindow: 60_000,
        keyGenerator: (request) => clientOf(request.ip),
        errorResponseBuilder: (_, { ttl }) =>
          new ApiError('RateLimited', { retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1_000)) }),
      }),
      schema: {
        operationId: 'searchInPlainWords',
        summary: 'Search by name, EIN, intent or a question in plain words',
        tags: ['Surface B'],
        querystring: searchQuery,
        response: {
          200: searchResults,
          400: errorEnvelope,
          401: errorEnvelope,
          429: errorEnvelope,
          500: errorEnvelope,
          503: errorEnvelope,
        },
      },
      handler: async (request) => {
        const answer = await askOrganizations(deps, toQuestion(request.query))
        const built = performance.now()
        const body = wrap(presentSearch(request.query, answer))
        request.phases = {
          search: answer.outcome.engineMs,
          mongo: request.storeMs,
          build: performance.now() - built,
        }
        return body
      },
    })
  }

/** The domain's parameters for B's. */
export function toQuestion(query: SearchQuery): Question {
  return {
    q: query.q,
    page: query.page,
    limit: query.limit,
    ...(query.sort !== undefined && { sort: TO_SORT[query.sort] }),
    filters: {
      ...(query.state !== undefined && { state: query.state }),
      ...(query.min_revenue !== undefined && { minRevenue: query.min_revenue }),
    },
  }
}
