import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { readAwards } from '../../network/awards.ts'
import type { ProfileDeps } from '../../profiles/deps.ts'
import { einOf } from '../parameters.ts'
import { awardList, awardsQuery } from './award-schema.ts'
import { errorBody, openErrors } from './error-schema.ts'
import { presentAwards } from './present-awards.ts'

/** `GET /api/v2/charity/{ein}/awards`. */
export const awardRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/charity/:ein/awards', {
      config: { terms: { access: 'keyed', costs: 'Data', place: 'shared' } },
      schema: {
        operationId: 'listAwards',
        summary: 'Federal awards to an organization, largest first, with what attributes each',
        tags: ['Surface A'],
        params: z.strictObject({ ein: einOf() }),
        querystring: awardsQuery,
        response: { 200: awardList, 404: errorBody, ...openErrors },
      },
      handler: async ({ params, query }) =>
        presentAwards(
          await readAwards(deps, params.ein, { cursor: query.Cursor, limit: query.Limit }),
        ),
    })
  }
