import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { askerOf } from '../../access/client.ts'
import { ApiError } from '../../errors.ts'
import {
  DOWNLOAD_LIMITS,
  type DownloadLimits,
  limitDownloads,
} from '../../network/download-grants.ts'
import { type GrantFilter, readGrants } from '../../network/grants.ts'
import { requireFiler } from '../../network/require-filer.ts'
import type { ProfileDeps } from '../../profiles/deps.ts'
import { einOf } from '../parameters.ts'
import { errorBody, openErrors } from './error-schema.ts'
import { toCsvPieces } from './grants-csv.ts'
import { GRANTS_A_PAGE, type GrantsQuery, grantList, grantsQuery } from './grants-schema.ts'
import { GRACE_MS, toLongAnswer } from './long-answer.ts'
import { presentGrants } from './present-grants.ts'

export type GrantsDeps = ProfileDeps & {
  /** How many downloads there may be and for how long, where that is to differ. */
  downloadLimits?: Partial<DownloadLimits>
}

const table = z
  .custom<Readable>((given) => given instanceof Readable)
  .meta({
    type: 'string',
    description:
      'One line a grant, with a header line. An empty cell is what is unknown; `None` in MatchConfidence is a word (in pandas: keep_default_na=False).',
  })

/** `GET /api/v2/charity/{ein}/grants`; beyond the interface. */
export const grantsRoutes =
  (deps: GrantsDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const limits = { ...DOWNLOAD_LIMITS, ...deps.downloadLimits }
    const openDownload = limitDownloads(deps, limits)
    const openTable = async (
      request: FastifyRequest,
      reply: FastifyReply,
      { ein, filter }: { ein: string; filter: GrantFilter },
    ): Promise<Readable> => {
      if (request.method === 'HEAD') {
        // Its headers need none of its rows, only that there is such an organization.
        await requireFiler(deps, ein)
        return Readable.from([])
      }
      const { batches, close } = await openDownload(ein, filter, askerOf(request))
      return await toLongAnswer(request, reply, { pieces: toCsvPieces(batches), close }, limits)
    }
    app.get('/api/v2/charity/:ein/grants', {
      config: { terms: { access: 'keyed', costs: 'Data', place: 'shared' } },
      // Of a download; a page is one statement, which the store's own limit ends far sooner.
      handlerTimeout: limits.longestMs + GRACE_MS,
      schema: {
        operationId: 'listGrants',
        summary:
          'Every single grant of all current returns, given and received; with AllCategories other money, too',
        tags: ['Surface A'],
        params: z.strictObject({ ein: einOf() }),
        querystring: grantsQuery,
        response: {
          200: {
            description: 'The answer.',
            content: { 'application/json': { schema: grantList }, 'text/csv': { schema: table } },
          },
          404: errorBody,
          ...openErrors,
        },
      },
      handler: async (request, reply) => {
        const { ein } = request.params
        const { query } = request
        const filter = toFilter(ein, query)
        if (query.Format === 'csv') {
          const csv = await openTable(request, reply, { ein, filter })
          reply.header('Content-Disposition', `attachment; filename="grants-${ein}.csv"`)
          return reply.type('text/csv; charset=utf-8; header=present').send(csv)
        }
        const { Cursor: cursor, Limit: limit = GRANTS_A_PAGE } = query
        return presentGrants(ein, await readGrants(deps, ein, filter, { cursor, limit }))
      },
    })
  }

function toFilter(ein: string, query: GrantsQuery): GrantFilter {
  if (query.Counterparty === ein) {
    const msg = 'must be the EIN of another organization: nobody funds itself'
    throw new ApiError('InvalidParameters', {
      issues: [
        { loc: ['query', 'Counterparty'], msg, type: 'same_ein', input: query.Counterparty },
      ],
    })
  }
  return {
    direction: query.Direction,
    categories: query.Category,
    allCategories: query.AllCategories,
    minYear: query.MinYear,
    maxYear: query.MaxYear,
    minAmount: query.MinAmount,
    counterparty: query.Counterparty,
    match: query.Match,
  }
}
