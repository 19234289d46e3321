import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ProfileDeps } from '../../profiles/deps.ts'
import { readFilings } from '../../profiles/filings.ts'
import { einOf } from '../parameters.ts'
import { errorBody, openErrors } from './error-schema.ts'
import { charityFilings, filingsQuery } from './filings-schema.ts'
import { presentFilings } from './present-filings.ts'

/** `GET /api/v2/charity/{ein}/filings`. */
export const filingsRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/charity/:ein/filings', {
      config: { terms: { access: 'open', costs: 'Data', place: 'shared' } },
      schema: {
        operationId: 'listCharityFilings',
        summary: 'Submissions of a form, superseded ones included, newest first',
        tags: ['Surface A'],
        params: z.strictObject({ ein: einOf() }),
        querystring: filingsQuery,
        response: { 200: charityFilings, 404: errorBody, ...openErrors },
      },
      handler: async ({ params, query }) =>
        presentFilings(
          await readFilings(deps, params.ein, {
            form: query.Form,
            cursor: query.Cursor,
            limit: query.Limit,
          }),
        ),
    })
  }
