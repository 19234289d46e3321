import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { releaseTime } from '#src/domain/release.ts'
import { readIndexState } from '#src/search/index-state.ts'
import type { SearchDeps } from '#src/search/search.ts'
import { example } from '../openapi/examples/demo.ts'
import { noQuery } from '../shared/parameters.ts'
import { probe } from '../shared/probe.ts'
import { operation } from './operation.ts'

export const health = z
  .strictObject({
    Status: z.literal('Healthy'),
    SchemaVersion: z.literal(2),
    CompiledAt: z.iso.datetime().optional().describe('When the data of the index was released.'),
    Documents: z.int().min(0).describe('Organizations in the index.'),
  })
  .meta({ id: 'Health' })

export const healthRoutes =
  ({ opensearch, indexPrefix }: SearchDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/health', {
      ...operation({
        operationId: 'getHealth',
        group: 'Operators',
        summary: 'Whether searches can be answered, and from which data',
        terms: { access: 'open', costs: 'nothing', slot: 'none' },
        examples: example('A healthy service'),
        request: { querystring: noQuery },
        response: health,
      }),
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
