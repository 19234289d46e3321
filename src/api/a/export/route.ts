import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { askerOf } from '#src/access/client.ts'
import { EXPORT_LIMITS, type ExportLimits, limitExports } from '#src/search/export/limit-exports.ts'
import type { ExportParams, Rows } from '#src/search/export/open-export.ts'
import type { SearchDeps } from '#src/search/search.ts'
import { toSearchFilters } from '../../shared/search-filters.ts'
import { GRACE_MS, toLongAnswer } from '../long-answer.ts'
import { operation } from '../operation.ts'
import { chooseColumns } from './columns.ts'
import { toFileName } from './file-name.ts'
import { toParquetPieces } from './parquet.ts'
import { type ExportFormat, type ExportQuery, exportContent, exportQuery } from './schema.ts'
import { toCsvPieces, toNdjsonPieces } from './text.ts'

export type ExportDeps = SearchDeps & {
  /** Overrides how many exports may run and for how long. */
  exportLimits?: Partial<ExportLimits>
}

export const exportRoutes =
  (deps: ExportDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const limits = { ...EXPORT_LIMITS, ...deps.exportLimits }
    const openExport = limitExports(deps, limits)
    app.get('/api/v2/export', {
      ...operation({
        operationId: 'exportOrganizations',
        group: 'Data',
        summary: 'All hits of a search as one table, streamed',
        description:
          'The rows of a search of the same parameters in the same order, all of them: in Identity every match, also beyond the 10,000th; in Discovery the candidates that were ranked; without Query every organization that passes the filters, in either mode. All rows are of one index, that of X-Release, also where another goes live while they are read. HEAD answers the headers alone, at the same cost. Every figure has the Ref it was filed in and its tax year beside it. Whether restriction lists name an organization is no column, for these are screened as they are loaded, between the releases of an index: /api/v2/charity/diligence-summary says it, as it is now and with its source, and when and where an exemption was revoked. An export that cannot go on is cut off, connection and all: what ended in order has X-Found rows, and a Parquet file its footer. Nobody may have more than two exports under way, and there are four in all: more are 429 RateLimited. Who takes no more of it for four minutes, or an hour in all, is cut off.',
        terms: { access: 'keyed', costs: 'Data', slot: 'own' },
        examples: [
          {
            name: 'Csv',
            summary: 'Three columns as csv',
            query: { Query: 'food bank', State: 'OH', Columns: 'EIN,Name,State' },
            type: 'text/csv',
          },
        ],
        headers: ['X-Found', 'X-Release', 'Content-Disposition'],
        request: { querystring: exportQuery },
        response: { description: '', content: exportContent },
      }),
      handlerTimeout: limits.longestMs + GRACE_MS,
      handler: async (request, reply) => {
        const { query } = request
        const found = await openExport(toExportParams(query), askerOf(request))
        // First, because from here on it closes the export.
        const source = { pieces: toPieces(query, found), close: found.close }
        const body = await toLongAnswer(request, reply, source, limits)
        reply.headers({
          'X-Found': found.found,
          'X-Release': found.release,
          'Content-Disposition': `attachment; filename="${toFileName(found.release, query)}"`,
        })
        return reply.type(TYPES[query.Format]).send(body)
      },
    })
  }

const TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
}

const toExportParams = (query: ExportQuery): ExportParams => ({
  query: query.Query ?? '',
  mode: query.Mode,
  sort: query.Sort,
  filters: toSearchFilters(query),
})

function toPieces(query: ExportQuery, { release, batches }: Rows): AsyncIterable<string | Buffer> {
  const columns = chooseColumns(query.Columns)
  if (query.Format === 'csv') return toCsvPieces(columns, batches)
  if (query.Format === 'ndjson') return toNdjsonPieces(columns, batches)
  const { Format: _, Columns: __, ...parameters } = query
  const metadata = { Release: release, Parameters: JSON.stringify(parameters) }
  return toParquetPieces(columns, batches, metadata)
}
