import type { FastifyInstance } from 'fastify'
import { askerOf } from '#src/access/client.ts'
import { chooseColumns } from '#src/api/shared/export/columns.ts'
import { toCsvPieces } from '#src/api/shared/export/text.ts'
import { GRACE_MS, toLongAnswer } from '#src/api/shared/long-answer.ts'
import { EXPORT_LIMITS, type ExportRow, limitExports } from '#src/search/export/open-export.ts'
import { MAX_CSV_ROWS } from '../csv.ts'
import { PAGE_TERMS, type WebDeps } from '../render.ts'
import { searchPath } from '../search/address.ts'
import { readSearch } from '../search/read-search.ts'
import { interpretSearch } from '../search/run-search.ts'

/** Adds `GET /search.csv`: the first 10,000 hits of a search as a file, without a key. */
export function addSearchCsv(app: FastifyInstance, deps: WebDeps): void {
  const openExport = limitExports(deps, EXPORT_LIMITS)
  app.get<{ Querystring: Record<string, unknown> }>('/search.csv', {
    config: { terms: { ...PAGE_TERMS, slot: 'own' } },
    schema: { hide: true },
    handlerTimeout: EXPORT_LIMITS.longestMs + GRACE_MS,
    handler: async (request, reply) => {
      const { given, address, issues } = readSearch(request.query)
      // The page shows what is wrong with each field.
      if (issues) return reply.redirect(searchPath(address), 303)
      const { text, mode, applied, sort, order } = await interpretSearch(deps, given, address)
      const found = await openExport(
        { query: text, mode, filters: applied, sort, ...(order && { order }) },
        askerOf(request),
      )
      const pieces = toCsvPieces(chooseColumns(undefined), firstRows(found.batches))
      const body = await toLongAnswer(request, reply, { pieces, close: found.close }, EXPORT_LIMITS)
      return reply
        .type('text/csv; charset=utf-8; header=present')
        .header('Content-Disposition', 'attachment; filename="organizations.csv"')
        .send(body)
    },
  })
}

async function* firstRows(batches: AsyncIterable<ExportRow[]>): AsyncGenerator<ExportRow[]> {
  let left = MAX_CSV_ROWS
  for await (const rows of batches) {
    yield rows.slice(0, left)
    left -= rows.length
    if (left <= 0) return
  }
}
