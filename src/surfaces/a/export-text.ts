import type { ExportRow } from '../../search/export/open-export.ts'
import { toCsvLines, withoutFormula } from './csv-lines.ts'
import type { Cell, Column } from './export-columns.ts'

type Batches = AsyncIterable<ExportRow[]>

/** What stands between the values of a list in CSV, and for it within one. */
export const BAR = '|'
export const BROKEN_BAR = '¦'

/** The rows as CSV, a piece a batch, the header line first. */
export async function* toCsvPieces(
  columns: readonly Column[],
  batches: Batches,
): AsyncGenerator<string> {
  yield toCsvLines([columns.map(({ name }) => name)])
  for await (const rows of batches) {
    yield toCsvLines(rows.map((row) => columns.map(({ read }) => toCsvCell(read(row)))))
  }
}

/**
 * A list as one text. A bar within a value is written as a broken one, so that splitting gives as
 * many values as there are; each is safe by itself, for spreadsheets split texts into cells, too.
 */
const toCsvCell = (cell: Cell) =>
  typeof cell === 'object'
    ? cell.map((value) => withoutFormula(value.replaceAll(BAR, BROKEN_BAR))).join(BAR)
    : cell

/** The rows as NDJSON, a piece a batch; what is not known is left out. */
export async function* toNdjsonPieces(
  columns: readonly Column[],
  batches: Batches,
): AsyncGenerator<string> {
  for await (const rows of batches) yield rows.map((row) => toLine(columns, row)).join('')
}

const toLine = (columns: readonly Column[], row: ExportRow): string =>
  `${JSON.stringify(Object.fromEntries(columns.map(({ name, read }) => [name, read(row)])))}\n`
