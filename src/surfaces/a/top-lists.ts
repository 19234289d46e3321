import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ApiError } from '../../errors.ts'
import type { SectorDeps } from '../../sector/deps.ts'
import { readSectorTopLists } from '../../sector/read-sector.ts'
import { NO_LISTS } from '../../sector/top-lists.ts'
import { errorBody, openErrors } from './error-schema.ts'
import { presentTopLists } from './present-top-lists.ts'
import { topLists } from './top-lists-schema.ts'

/** `GET /api/v2/top-lists` of surface A: 503 IndexNotReady when there is no list. */
export const topListsRoutes =
  (deps: SectorDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/top-lists', {
      constraints: { surface: 'a' },
      config: {
        terms: { access: 'keyed', costs: 'Advanced', place: 'shared', alsoWithoutKey: true },
      },
      schema: {
        operationId: 'getTopLists',
        summary: 'The ten largest rated organizations of each cause',
        tags: ['Surface A'],
        querystring: z.strictObject({}),
        response: { 200: topLists, 403: errorBody, ...openErrors },
      },
      handler: async () => {
        const answer = presentTopLists(await readSectorTopLists(deps))
        if (!answer) throw new ApiError('IndexNotReady', { message: NO_LISTS })
        return answer
      },
    })
  }
