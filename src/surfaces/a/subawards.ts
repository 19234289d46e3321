import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { readSubawards } from '../../network/subawards.ts'
import type { ProfileDeps } from '../../profiles/deps.ts'
import { einOf } from '../parameters.ts'
import { awardsQuery, subawardList } from './award-schema.ts'
import { errorBody, openErrors } from './error-schema.ts'
import { presentSubawards } from './present-awards.ts'

/** `GET /api/v2/charity/{ein}/subawards`. */
export const subawardRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/charity/:ein/subawards', {
      config: { terms: { access: 'keyed', costs: 'Data', place: 'shared' } },
      schema: {
        operationId: 'listSubawards',
        summary:
          'Subawards passed on to an organization, largest first, with prime award and recipient',
        tags: ['Surface A'],
        params: z.strictObject({ ein: einOf() }),
        querystring: awardsQuery,
        response: { 200: subawardList, 404: errorBody, ...openErrors },
      },
      handler: async ({ params, query }) =>
        presentSubawards(
          await readSubawards(deps, params.ein, { cursor: query.Cursor, limit: query.Limit }),
        ),
    })
  }
