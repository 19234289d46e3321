import { askerOf } from '#src/access/client.ts'
import { toCsvLines } from '#src/api/shared/csv.ts'
import { displayName } from '#src/domain/display-name.ts'
import { openClientSlots } from '#src/limits/client-slots.ts'
import { type DataColumn, toCsvColumns } from './components/table.tsx'
import { addPage, type Options, type Pages, sendFile } from './render.ts'
import { TABLE_FORMATS, type TableFormat } from './table-files.ts'

/** Rows of a file. A spreadsheet still opens it, and all of it fits in memory (5 MB). */
export const MAX_CSV_ROWS = 10_000

// One to look at and one to keep, as for downloads of the API. A file takes a second of the store.
const SLOTS = { ofOneClient: 2, inAll: 3 }
const WORK = { what: 'downloads', retryAfterSeconds: 10 }

/** A list as a file: all its rows, up to `MAX_CSV_ROWS`. */
export type CsvFile<Row> = {
  /** Letters, digits, and hyphens, without the extension. */
  name: string
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
}

/**
 * Adds a list on a page as a CSV file, and beside it as JSON: an array of rows by the names of their
 * columns, without unknown values. It needs no key and counts as one page view.
 */
export function addCsv<Row, Params = unknown, Query = unknown>(
  pages: Pages,
  path: string,
  read: (asked: { params: Params; query: Query }) => Promise<CsvFile<Row>>,
  options: Options<Params, Query> = {},
): void {
  const slots = openClientSlots(SLOTS, WORK)
  for (const format of TABLE_FORMATS) {
    addPage<Params, Query>(
      pages,
      path.replace(/csv$/, format),
      (asked, reply) =>
        slots.hold(askerOf(reply.request), async (free) => {
          const { name, columns, rows } = await read(asked)
          const sent = sendFile(reply, format, name, toText(columns, rows, format))
          free()
          return sent
        }),
      options,
    )
  }
}

/** Returns the text of a file; names and titles are in title case, as on the page. */
function toText<Row>(
  columns: readonly DataColumn<Row>[],
  rows: readonly Row[],
  format: TableFormat,
): string {
  const own = toCsvColumns(columns)
  const lines = rows.map((row) =>
    own.map(({ name, read }) => {
      const cell = read(row)
      const isName = typeof cell === 'string' && /(Name|^Peers|^Titles?)$/.test(name)
      return isName ? displayName(cell) : cell
    }),
  )
  const names = own.map(({ name }) => name)
  if (format === 'csv') return toCsvLines([names, ...lines])
  return JSON.stringify(
    lines.map((cells) => Object.fromEntries(cells.map((cell, at) => [names[at], cell]))),
  )
}
