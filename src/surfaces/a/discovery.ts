import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { findSimilar, type SimilarDeps } from '../../search/similar.ts'
import { einOf } from '../parameters.ts'
import { discoveryQuery, discoveryResults } from './discovery-schema.ts'
import { errorBody, openErrors } from './error-schema.ts'
import { presentDiscovery } from './present-discovery.ts'

/** `GET /api/v2/charity/{ein}/discovery`. */
export const discoveryRoutes =
  (deps: SimilarDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/charity/:ein/discovery', {
      config: { terms: { access: 'keyed', costs: 'Data', place: 'shared' } },
      schema: {
        operationId: 'discoverSimilarOrganizations',
        summary: 'Organizations similar to a profile, with every part of the comparison',
        tags: ['Surface A'],
        params: z.strictObject({ ein: einOf() }),
        querystring: discoveryQuery,
        response: { 200: discoveryResults, 404: errorBody, ...openErrors },
      },
      handler: async ({ params, query }) =>
        presentDiscovery(
          await findSimilar(deps, {
            ein: params.ein,
            form: query.Form,
            intent: query.Intent,
            limit: query.Limit,
          }),
        ),
    })
  }
