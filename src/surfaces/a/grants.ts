import { Readable } from 'node:stream'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ApiError } from '../../errors.ts'
import { limitDownloads } from '../../network/download-grants.ts'
import { type GrantFilter, readGrants } from '../../network/grants.ts'
import type { ProfileDeps } from '../../profiles/deps.ts'
import { einOf } from '../parameters.ts'
import { errorBody, openErrors } from './error-schema.ts'
import { toCsv } from './grants-csv.ts'
import { GRANTS_A_PAGE, type GrantsQuery, grantList, grantsQuery } from './grants-schema.ts'
import { presentGrants } from './present-grants.ts'

// A download of 100,000 rows, some 40 MB, over a line of 100 KB a second takes seven minutes.
const LONGEST_DOWNLOAD_MS = 600_000

const table = z
  .custom<Readable>((given) => given instanceof Readable)
  .meta({
    type: 'string',
    description:
      'One line a grant, with a header line. An empty cell is what is unknown; `None` in MatchConfidence is a word (in pandas: keep_default_na=False).',
  })

/** `GET /api/v2/charity/{ein}/grants`; beyond the interface. */
export const grantsRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const openDownload = limitDownloads(deps)
    app.get('/api/v2/charity/:ein/grants', {
      config: { access: 'keyed' },
      handlerTimeout: LONGEST_DOWNLOAD_MS,
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
      handler: async ({ params: { ein }, query }, reply) => {
        const filter = toFilter(ein, query)
        if (query.Format === 'csv') {
          const csv = toCsv(await openDownload(ein, filter))
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
