import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { limitPerMinute } from '#src/access/client.ts'
import { askOrganizations, type Question } from '#src/search/ask.ts'
import type { SearchDeps } from '#src/search/search.ts'
import { toSearchFilters } from '../../shared/search-filters.ts'
import { operation, wrap } from '../operation.ts'
import { presentSearch, TO_SORT } from './present.ts'
import { type SearchQuery, searchData, searchQuery, toGiven } from './schema.ts'

/** Searches per minute for one client. */
const SOFT_CAP = 120

export const searchRoute =
  (deps: SearchDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.decorateRequest('phases', null)
    app.get('/api/v2/search', {
      ...operation({
        sharesPath: true,
        operationId: 'searchInPlainWords',
        group: 'Search',
        summary: 'Search by name, EIN, or purpose, or with a question in plain words',
        examples: [
          {
            name: 'InPlainWords',
            summary: 'A question in plain words (surface B)',
            query: { q: 'after-school programs in Ohio', limit: 1 },
          },
        ],
        headers: ['Server-Timing'],
        request: { querystring: searchQuery },
        data: searchData,
        envelope: 'SearchEnvelope',
      }),
      onRequest: limitPerMinute(app, SOFT_CAP),
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
      // Runs after the count (src/access/count-requests.ts): `audit` is the time spent waiting for it.
      onSend: async ({ phases, auditMs }, reply) => {
        if (phases === null) return
        reply.header(
          'Server-Timing',
          serverTiming({ ...phases, audit: auditMs, total: reply.elapsedTime }),
        )
      },
    })
  }

/** Milliseconds of each phase. `mongo` is the store, under the name that clients expect. */
type Phases = { search: number; mongo: number; build: number; audit: number; total: number }

declare module 'fastify' {
  interface FastifyRequest {
    /** The phases of a search that its handler measures. */
    phases: Omit<Phases, 'audit' | 'total'> | null
  }
}

/** Returns the value of a `Server-Timing` header. */
export const serverTiming = (phases: Phases): string =>
  Object.entries(phases)
    .map(([phase, milliseconds]) => `${phase};dur=${milliseconds.toFixed(1)}`)
    .join(', ')

/** Returns the domain's parameters. */
export function toQuestion(query: SearchQuery): Question {
  return {
    q: query.q,
    page: query.page,
    limit: query.limit,
    ...(query.sort !== undefined && { sort: TO_SORT[query.sort] }),
    ...(query.order !== undefined && { order: query.order }),
    filters: toSearchFilters(toGiven(query)),
  }
}
