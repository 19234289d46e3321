import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ProfileDeps } from '../../profiles/deps.ts'
import { readFlows } from '../../profiles/flows.ts'
import { taxYear } from '../parameters.ts'
import { flowsData } from './flows-schema.ts'
import { answerTimed, deepDive, einParams } from './operation.ts'
import { presentFlows } from './present-flows.ts'

const query = z.strictObject({
  year: taxYear('Tax year of the primary form; the latest when it is left out.'),
})

/** `GET /api/v2/charity/{ein}/flows`. */
export const flowRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/charity/:ein/flows', {
      ...deepDive({
        operationId: 'readFlows',
        summary: 'Money flow from revenue sources to spending, with controls',
        params: einParams,
        querystring: query,
        data: flowsData,
        answer: 'FlowsEnvelope',
      }),
      handler: async (request) =>
        answerTimed(
          deps,
          request,
          (timed) => readFlows(timed, request.params.ein, request.query.year),
          presentFlows,
        ),
    })
  }
