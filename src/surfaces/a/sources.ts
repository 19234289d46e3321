import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { SourcesDeps } from '../../sources/deps.ts'
import { readSourceList } from '../../sources/read-list.ts'
import { uncountedErrors } from './error-schema.ts'
import { presentSources } from './present-sources.ts'
import { sourceList } from './sources-schema.ts'

/** `GET /api/v2/sources`; beyond the interface. */
export const sourcesRoutes =
  (deps: SourcesDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/sources', {
      config: { terms: { access: 'open', costs: 'nothing', place: 'none' } },
      schema: {
        operationId: 'listSources',
        summary: 'What the service is made of, with what is loaded of each and when',
        tags: ['Surface A'],
        querystring: z.strictObject({}),
        response: { 200: sourceList, ...uncountedErrors },
      },
      handler: async () => {
        const { sources, freshness } = await readSourceList(deps)
        return presentSources(sources, freshness)
      },
    })
  }
