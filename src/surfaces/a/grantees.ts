import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { readGrantees } from '../../network/counterparties.ts'
import type { ProfileDeps } from '../../profiles/deps.ts'
import { einOf } from '../parameters.ts'
import { errorBody, openErrors } from './error-schema.ts'
import { granteeList, granteesQuery } from './funder-schema.ts'
import { presentGrantees } from './present-funders.ts'

/** `GET /api/v2/charity/{ein}/grantees`. */
export const granteesRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/charity/:ein/grantees', {
      config: { terms: { access: 'keyed', costs: 'Data', place: 'shared' } },
      schema: {
        operationId: 'listGrantees',
        summary: 'Recipients of an organization by all its current returns, largest amount first',
        tags: ['Surface A'],
        params: z.strictObject({ ein: einOf() }),
        querystring: granteesQuery,
        response: { 200: granteeList, 404: errorBody, ...openErrors },
      },
      handler: async ({ params, query }) => {
        const { Limit: limit, MinYear: minYear, AllCategories: allCategories } = query
        const filter = { limit, minYear, minAmount: query.MinAmount, allCategories }
        return presentGrantees(params.ein, await readGrantees(deps, params.ein, filter))
      },
    })
  }
