import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { readFunders } from '../../network/counterparties.ts'
import type { ProfileDeps } from '../../profiles/deps.ts'
import { einOf } from '../parameters.ts'
import { errorBody, openErrors } from './error-schema.ts'
import { funderList, fundersQuery } from './funder-schema.ts'
import { presentFunders } from './present-funders.ts'

/** `GET /api/v2/charity/{ein}/funders`. */
export const fundersRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/charity/:ein/funders', {
      config: { terms: { access: 'keyed', costs: 'Data', place: 'shared' } },
      schema: {
        operationId: 'listFunders',
        summary:
          'Who funds an organization by the current returns of all others, largest amount first',
        tags: ['Surface A'],
        params: z.strictObject({ ein: einOf() }),
        querystring: fundersQuery,
        response: { 200: funderList, 404: errorBody, ...openErrors },
      },
      handler: async ({ params, query }) => {
        const { Limit: limit, MinYear: minYear, AllCategories: allCategories } = query
        const filter = { limit, minYear, allCategories }
        return presentFunders(params.ein, await readFunders(deps, params.ein, filter))
      },
    })
  }
