import type { ExportRow } from '../../search/export/open-export.ts'
import { toCsvLines } from './csv-lines.ts'
import type { Column } from './export-columns.ts'

type Batches = AsyncIterable<ExportRow[]>

/** The rows as CSV, a piece a batch, the header line first. */
export async function* toCsvPieces(
  columns: readonly Column[],
  batches: Batches,
): AsyncGenerator<string> {
  yield toCsvLines([columns.map(({ name }) => name)])
  for await (const rows of batches) {
    yield toCsvLines(rows.map((row) => columns.map(({ read }) => read(row))))
  }
}

/** The rows as NDJSON, a piece a batch; what is not known is left out. */
export async function* toNdjsonPieces(
  columns: readonly Column[],
  batches: Batches,
): AsyncGenerator<string> {
  for await (const rows of batches) yield rows.map((row) => toLine(columns, row)).join('')
}

const toLine = (columns: readonly Column[], row: ExportRow): string =>
  `${JSON.stringify(Object.fromEntries(columns.map(({ name, read }) => [name, read(row)])))}\n`
