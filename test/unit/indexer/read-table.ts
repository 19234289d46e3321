import { Readable } from 'node:stream'
import { TABULAR_READERS, tabularReader } from '#indexer/sources/readers.ts'
import type { RowRejection, TabularKind } from '#indexer/sources/source.ts'

/** A row as the store accepts it, by its columns, and its line. */
export type TableRow = Record<string, unknown> & { row: number; warnings: readonly string[] }

const JSON_COLUMNS = ['award', 'listings', 'party', 'names', 'addresses']

/** Reads a table in pieces so small that every row is cut somewhere. */
export async function readTable(
  kind: TabularKind,
  text: string | Buffer,
  pieceBytes = 7,
  path = 'folder/table.csv',
): Promise<(TableRow | RowRejection)[]> {
  const whole = typeof text === 'string' ? Buffer.from(text) : text
  const count = Math.ceil(whole.length / pieceBytes)
  const pieces = Array.from({ length: count }, (_, at) =>
    whole.subarray(at * pieceBytes, (at + 1) * pieceBytes),
  )
  const reader = tabularReader(kind)
  const source = { kind, path, asOf: '2026-04', bytes: whole.length }
  const rows: (TableRow | RowRejection)[] = []
  for await (const one of reader.read(Readable.from(pieces), source)) {
    if ('code' in one) rows.push(one)
    else {
      const { row, values, warnings = [] } = one
      rows.push({ ...toObject(reader.columns, values), row, warnings })
    }
  }
  return rows
}

const toObject = (columns: readonly string[], values: readonly unknown[]) =>
  Object.fromEntries(
    columns.map((column, at) => {
      const value = values[at]
      const isJson = JSON_COLUMNS.includes(column) && typeof value === 'string'
      return [column, isJson ? JSON.parse(value) : value]
    }),
  )

/** Returns the kinds of table that begin like this. */
export const kindsOf = (head: string): TabularKind[] =>
  TABULAR_READERS.filter((reader) => reader.recognizes(head)).map(({ kind }) => kind)

/** Writes each row as one of its columns, or as its line and the code of its rejection. */
export const outline = (rows: readonly (TableRow | RowRejection)[], column: string): string[] =>
  rows.map((row) => ('code' in row ? `${row.row} ${row.code}` : String(row[column])))

/** A table of rows by column, with quoted fields and doubled quotation marks. */
export const toCsv = (
  columns: readonly string[],
  rows: readonly Record<string, string>[],
  delimiter = ',',
): string =>
  [
    columns.join(delimiter),
    ...rows.map((row) =>
      columns.map((name) => `"${(row[name] ?? '').replaceAll('"', '""')}"`).join(delimiter),
    ),
  ]
    .map((line) => `${line}\r\n`)
    .join('')
