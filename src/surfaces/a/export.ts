import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { askerOf } from '../../access/client.ts'
import {
  EXPORT_LIMITS,
  type ExportLimits,
  limitExports,
} from '../../search/export/limit-exports.ts'
import type { ExportParams, Rows } from '../../search/export/open-export.ts'
import type { SearchDeps } from '../../search/search.ts'
import { toSearchFilters } from '../search-filters.ts'
import { openErrors } from './error-schema.ts'
import { chooseColumns } from './export-columns.ts'
import { toFileName } from './export-name.ts'
import { toParquetPieces } from './export-parquet.ts'
import { type ExportFormat, type ExportQuery, exportContent, exportQuery } from './export-schema.ts'
import { toCsvPieces, toNdjsonPieces } from './export-text.ts'
import { GRACE_MS, toLongAnswer } from './long-answer.ts'

export type ExportDeps = SearchDeps & {
  /** How many exports there may be and for how long, where that is to differ. */
  exportLimits?: Partial<ExportLimits>
}

/** `GET /api/v2/export` (decisions part 11). */
export const exportRoutes =
  (deps: ExportDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const limits = { ...EXPORT_LIMITS, ...deps.exportLimits }
    const openExport = limitExports(deps, limits)
    app.get('/api/v2/export', {
      config: { terms: { access: 'keyed', costs: 'Data', place: 'own' } },
      handlerTimeout: limits.longestMs + GRACE_MS,
      schema: {
        operationId: 'exportOrganizations',
        summary: 'All hits of a search as one table, streamed',
        tags: ['Surface A'],
        querystring: exportQuery,
        response: {
          // What a 200 is, openapi-descriptions.ts says of all.
          200: { description: '', content: exportContent },
          ...openErrors,
        },
      },
      handler: async (request, reply) => {
        const { query } = request
        const found = await openExport(toExportParams(query), askerOf(request))
        // First, as from now on it sees to it that the export is closed.
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
