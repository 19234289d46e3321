import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { releaseTime } from '../../domain/release.ts'
import { readIndexState } from '../../search/index-state.ts'
import type { SearchDeps } from '../../search/search.ts'
import { probe } from '../probe.ts'
import { uncountedErrors } from './error-schema.ts'

/** Interface part 2.1, Health. */
export const health = z
  .strictObject({
    Status: z.literal('Healthy'),
    SchemaVersion: z.literal(2),
    CompiledAt: z.iso.datetime().optional().describe('When the data of the index was released.'),
    Documents: z.int().min(0).describe('Organizations in the index.'),
  })
  .meta({ id: 'Health' })

/** `GET /api/v2/health`: 503 when there is no index or no engine to search it. */
export const healthRoutes =
  ({ opensearch, indexPrefix }: SearchDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/health', {
      config: { terms: { access: 'open', costs: 'nothing', place: 'none' } },
      schema: {
        operationId: 'getHealth',
        summary: 'Whether searches can be answered, and from which data',
        tags: ['Surface A'],
        querystring: z.strictObject({}),
        response: { 200: health, ...uncountedErrors },
      },
      handler: async () => {
        const { release, documents } = await probe(
          readIndexState(opensearch, indexPrefix),
          'SearchUnavailable',
        )
        return {
          Status: 'Healthy' as const,
          SchemaVersion: 2 as const,
          CompiledAt: releaseTime(release),
          Documents: documents,
        }
      },
    })
  }
