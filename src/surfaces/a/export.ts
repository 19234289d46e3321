import { Socket } from 'node:net'
import { addAbortSignal, Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { clientOf } from '../../access/client.ts'
import { releaseTime } from '../../domain/release.ts'
import {
  EXPORT_LIMITS,
  type Export,
  type ExportLimits,
  limitExports,
} from '../../search/export/limit-exports.ts'
import type { ExportParams } from '../../search/export/open-export.ts'
import type { SearchDeps } from '../../search/search.ts'
import { toSearchFilters } from '../search-filters.ts'
import { openErrors } from './error-schema.ts'
import { chooseColumns } from './export-columns.ts'
import { toParquetPieces } from './export-parquet.ts'
import { type ExportFormat, type ExportQuery, exportContent, exportQuery } from './export-schema.ts'
import { toCsvPieces, toNdjsonPieces } from './export-text.ts'

export type ExportDeps = SearchDeps & {
  /** How many exports there may be and for how long, where that is to differ. */
  exportLimits?: Partial<ExportLimits>
}

// The limits of an export end it themselves; the framework's own is behind them.
const GRACE_MS = 10_000

/** `GET /api/v2/export` (decisions part 11). */
export const exportRoutes =
  (deps: ExportDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const limits = { ...EXPORT_LIMITS, ...deps.exportLimits }
    const openExport = limitExports(deps, limits)
    app.get('/api/v2/export', {
      config: { access: 'keyed', hasOwnCap: true },
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
        const found = await openExport(toExportParams(query), toClient(request))
        reply.headers({
          'X-Found': found.found,
          'X-Release': found.release,
          'Content-Disposition': `attachment; filename="${toFileName(found.release, query.Format)}"`,
        })
        reply.type(TYPES[query.Format])
        if (request.method === 'HEAD') return reply.send(await toNothing(found))
        waitFor(request, limits.idleMs + GRACE_MS)
        return reply.send(toStream(query, found, reply))
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

const toClient = ({ apiKey, ip }: Pick<FastifyRequest, 'apiKey' | 'ip'>): string =>
  apiKey ? `${apiKey.id}` : clientOf(ip)

/** organizations-2026-03-01.csv, by the day of its data. */
const toFileName = (release: string, format: ExportFormat): string =>
  `organizations-${releaseTime(release)?.slice(0, 10) ?? release}.${format}`

/** Of HEAD nobody reads a body: its rows must not be read to be thrown away. */
async function toNothing(found: Export): Promise<Readable> {
  await found.close()
  return Readable.from([])
}

/**
 * Keeps the connection while its reader pauses: the server ends those on which nothing moves far
 * sooner. The next request on it has the server's time again (keepAliveTimeout of node:http).
 */
function waitFor({ socket }: FastifyRequest, idleMs: number): void {
  // A request from within the process stands on no real one.
  if (socket instanceof Socket) socket.setTimeout(idleMs)
}

/** The rows in their format, made as fast as they are read; however it ends, the export does. */
function toStream(query: ExportQuery, found: Export, { raw }: FastifyReply): Readable {
  const pieces = watchPieces(toPieces(query, found), found.onTaken)
  const stream = Readable.from(pieces, { objectMode: false })
  raw.on('drain', found.onTaken)
  stream.once('close', () => void found.close())
  // Whoever sends it hears of it, too; before that nobody would, and the process would end.
  stream.on('error', () => undefined)
  return addAbortSignal(found.signal, stream)
}

/** Each is asked for once the one before was taken; how long it is being made is no pause. */
async function* watchPieces<Piece>(
  pieces: AsyncIterable<Piece>,
  onTaken: () => void,
): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    onTaken()
    yield piece
    onTaken()
  }
}

function toPieces(
  query: ExportQuery,
  { release, batches }: Export,
): AsyncIterable<string | Buffer> {
  const columns = chooseColumns(query.Columns)
  if (query.Format === 'csv') return toCsvPieces(columns, batches)
  if (query.Format === 'ndjson') return toNdjsonPieces(columns, batches)
  const { Format: _, Columns: __, ...parameters } = query
  const metadata = { Release: release, Parameters: JSON.stringify(parameters) }
  return toParquetPieces(columns, batches, metadata)
}
