import { z } from 'zod'
import { NOT_YET, SUPPORTED } from '#src/assistant/chat.ts'
import { example } from '../openapi/examples/demo.ts'
import { noQuery } from '../shared/parameters.ts'
import { getOperation } from './operation.ts'

const capabilities = z
  .strictObject({
    Supported: z.array(z.string()).describe('Questions that the assistant can answer.'),
    NotYet: z.array(z.string()).describe('Questions that the assistant cannot answer yet.'),
    SearchRecoveryEnabled: z
      .boolean()
      .describe('Whether the assistant proposes other searches when a search finds nothing.'),
  })
  .meta({ id: 'AssistantCapabilities' })

export const capabilitiesRoute = getOperation(
  '/api/v2/assistant/capabilities',
  {
    operationId: 'getAssistantCapabilities',
    group: 'Assistant',
    summary: 'List the questions that the assistant can and cannot answer',
    terms: { access: 'keyed', costs: 'Advanced', slot: 'shared' },
    examples: example('Supported questions'),
    request: { querystring: noQuery },
    response: capabilities,
  },
  async () => ({
    Supported: [...SUPPORTED],
    NotYet: [...NOT_YET],
    SearchRecoveryEnabled: true,
  }),
)
