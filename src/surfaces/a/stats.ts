import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ApiError } from '../../errors.ts'
import type { SectorDeps } from '../../sector/deps.ts'
import { NOTHING_FILED, readSectorStats } from '../../sector/read-sector.ts'
import { errorBody, openErrors } from './error-schema.ts'
import { presentStats } from './present-stats.ts'
import { stats } from './stats-schema.ts'

/** `GET /api/v2/stats` of surface A: 503 IndexNotReady when nothing is filed. */
export const statsRoutes =
  (deps: SectorDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/stats', {
      constraints: { surface: 'a' },
      config: {
        terms: { access: 'keyed', costs: 'Advanced', place: 'shared', alsoWithoutKey: true },
      },
      schema: {
        operationId: 'getStats',
        summary: 'Totals of the sector, by form and tax year',
        tags: ['Surface A'],
        querystring: z.strictObject({}),
        response: { 200: stats, 403: errorBody, ...openErrors },
      },
      handler: async () => {
        const answer = presentStats(await readSectorStats(deps))
        if (!answer) throw new ApiError('IndexNotReady', { message: NOTHING_FILED })
        return answer
      },
    })
  }
