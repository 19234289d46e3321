import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { readMoneyNetwork } from '../../network/money-network.ts'
import type { ProfileDeps } from '../../profiles/deps.ts'
import { einOf } from '../parameters.ts'
import { errorBody, openErrors } from './error-schema.ts'
import { moneyNetwork, moneyNetworkQuery } from './money-network-schema.ts'
import { presentMoneyNetwork } from './present-money-network.ts'

/** `GET /api/v2/charity/{ein}/money-network`. */
export const moneyNetworkRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/charity/:ein/money-network', {
      config: { terms: { access: 'keyed', costs: 'Data', place: 'shared' } },
      schema: {
        operationId: 'getMoneyNetwork',
        summary: 'Who funds whom by latest filings, one edge for each counterparty and category',
        tags: ['Surface A'],
        params: z.strictObject({ ein: einOf() }),
        querystring: moneyNetworkQuery,
        response: { 200: moneyNetwork, 404: errorBody, ...openErrors },
      },
      handler: async ({ params, query }) =>
        presentMoneyNetwork(
          await readMoneyNetwork(deps, params.ein, {
            direction: query.Direction,
            cursor: query.Cursor,
            limit: query.Limit,
          }),
        ),
    })
  }
