import type { ExportRow } from '#src/search/export/open-export.ts'
import { toCsvPieces as toTable, withoutFormula } from '../csv.ts'
import type { Cell, Column } from './columns.ts'

type Batches = AsyncIterable<ExportRow[]>

/**
 * Separates the values of a list in CSV; a vertical bar within a value is written as a broken bar.
 */
export const BAR = '|'
export const BROKEN_BAR = '¦'

/** Yields the rows as CSV, one piece per batch, the header line first. */
export const toCsvPieces = (columns: readonly Column[], batches: Batches): AsyncGenerator<string> =>
  toTable(
    columns.map(({ name, read }) => ({ name, read: (row: ExportRow) => toCsvCell(read(row)) })),
    batches,
  )

// Each value of a list is made safe separately, because spreadsheets split texts into cells.
const toCsvCell = (cell: Cell) =>
  typeof cell === 'object'
    ? cell.map((value) => withoutFormula(value.replaceAll(BAR, BROKEN_BAR))).join(BAR)
    : cell

/** Yields the rows as NDJSON, one piece per batch; unknown values are left out. */
export async function* toNdjsonPieces(
  columns: readonly Column[],
  batches: Batches,
): AsyncGenerator<string> {
  for await (const rows of batches) yield rows.map((row) => toLine(columns, row)).join('')
}

const toLine = (columns: readonly Column[], row: ExportRow): string =>
  `${JSON.stringify(Object.fromEntries(columns.map(({ name, read }) => [name, read(row)])))}\n`
