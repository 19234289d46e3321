import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { NOT_YET, SUPPORTED } from '../../assistant/capabilities.ts'
import { errorBody, openErrors } from './error-schema.ts'

/** Interface part 2.1, AssistantCapabilities. */
export const capabilities = z
  .strictObject({
    Supported: z.array(z.string()).describe('What the assistant answers.'),
    NotYet: z.array(z.string()).describe('What it cannot answer.'),
    SearchRecoveryEnabled: z
      .boolean()
      .describe('Whether other searches are proposed where one finds nothing.'),
  })
  .meta({ id: 'AssistantCapabilities' })

/** `GET /api/v2/assistant/capabilities`. */
export const capabilitiesRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get('/api/v2/assistant/capabilities', {
    config: { terms: { access: 'keyed', costs: 'Advanced', place: 'shared' } },
    schema: {
      operationId: 'getAssistantCapabilities',
      summary: 'What the assistant answers, and what it does not',
      tags: ['Surface A'],
      querystring: z.strictObject({}),
      response: { 200: capabilities, 403: errorBody, ...openErrors },
    },
    handler: async () => ({
      Supported: [...SUPPORTED],
      NotYet: [...NOT_YET],
      SearchRecoveryEnabled: true,
    }),
  })
}
