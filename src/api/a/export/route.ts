import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { askerOf } from '#src/access/client.ts'
import {
  EXPORT_LIMITS,
  type ExportLimits,
  type ExportParams,
  limitExports,
  type Rows,
} from '#src/search/export/open-export.ts'
import type { SearchDeps } from '#src/search/search.ts'
import { chooseColumns } from '../../shared/export/columns.ts'
import { toCsvPieces, toNdjsonPieces } from '../../shared/export/text.ts'
import { GRACE_MS, toLongAnswer } from '../../shared/long-answer.ts'
import { toSearchFilters } from '../../shared/search-filters.ts'
import { operation } from '../operation.ts'
import { toQuery } from '../search.ts'
import { toFileName } from './file-name.ts'
import { toParquetPieces } from './parquet.ts'
import { type ExportFormat, type ExportQuery, exportContent, exportQuery } from './schema.ts'

export type ExportDeps = SearchDeps & {
  /** Overrides how many exports may run and for how long. */
  exportLimits?: Partial<ExportLimits>
}

export const exportRoute =
  (deps: ExportDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const limits = { ...EXPORT_LIMITS, ...deps.exportLimits }
    const openExport = limitExports(deps, limits)
    app.get('/api/v2/export', {
      ...operation({
        operationId: 'exportOrganizations',
        group: 'Data',
        summary: 'Export all hits of a search as one table',
        description:
          'Accepts the query, filters, and order of a search, and streams all hits. Without Query, streams all organizations that match the filters. All rows are from the release in X-Release, and each figure has columns for its Ref and tax year. Matches on restriction lists are not included, because they change between releases; to check for them, use /api/v2/charity/diligence-summary. A complete export has X-Found rows. A client can run two exports at once, and all clients together can run four; further requests return 429 RateLimited. The service ends an export after four minutes without a read, or after one hour.',
        terms: { access: 'keyed', costs: 'Data', slot: 'own' },
        examples: [
          {
            name: 'Csv',
            summary: 'Three columns as CSV',
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
        // First, because from here on the body closes the export.
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
  ...toQuery(query),
  sort: query.Sort,
  order: query.Order,
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
