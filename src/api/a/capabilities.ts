import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { NOT_YET, SUPPORTED } from '#src/assistant/chat.ts'
import { example } from '../openapi/examples/demo.ts'
import { noQuery } from '../shared/parameters.ts'
import { operation } from './operation.ts'

const capabilities = z
  .strictObject({
    Supported: z.array(z.string()).describe('What the assistant answers.'),
    NotYet: z.array(z.string()).describe('What it cannot answer.'),
    SearchRecoveryEnabled: z
      .boolean()
      .describe('Whether other searches are proposed where one finds nothing.'),
  })
  .meta({ id: 'AssistantCapabilities' })

export const capabilitiesRoutes = (): FastifyPluginAsyncZod => async (app) => {
  app.get('/api/v2/assistant/capabilities', {
    ...operation({
      operationId: 'getAssistantCapabilities',
      group: 'Assistant',
      summary: 'What the assistant answers, and what it does not',
      terms: { access: 'keyed', costs: 'Advanced', slot: 'shared' },
      examples: example('What can be asked'),
      request: { querystring: noQuery },
      response: capabilities,
    }),
    handler: async () => ({
      Supported: [...SUPPORTED],
      NotYet: [...NOT_YET],
      SearchRecoveryEnabled: true,
    }),
  })
}
