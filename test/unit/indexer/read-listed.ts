import { Readable } from 'node:stream'
import type { ListedAddress, ListedName, ListedParty } from '#indexer/records/restricted.ts'
import { tabularReader } from '#indexer/sources/readers.ts'
import type { RowRejection, TabularKind } from '#indexer/sources/source.ts'

/** A row of a restriction list as the store accepts it, with its JSON parsed again. */
export type Listed = {
  row: number
  list: string
  entry: string
  party: ListedParty | null
  names: ListedName[]
  addresses: ListedAddress[]
  comment: string | null
  published_on: string | null
  warnings: readonly string[]
}

/** Reads a restriction list in pieces so small that every row is cut somewhere. */
export async function readListed(
  kind: TabularKind,
  text: string | Buffer,
  pieceBytes = 7,
): Promise<(Listed | RowRejection)[]> {
  const whole = typeof text === 'string' ? Buffer.from(text) : text
  const count = Math.ceil(whole.length / pieceBytes)
  const pieces = Array.from({ length: count }, (_, at) =>
    whole.subarray(at * pieceBytes, (at + 1) * pieceBytes),
  )
  const reader = tabularReader(kind)
  const source = { kind, path: 'folder/list', asOf: '2026-04', bytes: whole.length }
  const rows: (Listed | RowRejection)[] = []
  for await (const row of reader.read(Readable.from(pieces), source)) {
    if ('code' in row) rows.push(row)
    else {
      const { warnings = [] } = row
      rows.push({ row: row.row, warnings, ...toObject(reader.columns, row.values) } as Listed)
    }
  }
  return rows
}

const JSON_COLUMNS = ['party', 'names', 'addresses']

const toObject = (columns: readonly string[], values: readonly unknown[]) =>
  Object.fromEntries(
    columns.map((column, at) => {
      const value = values[at]
      const isJson = JSON_COLUMNS.includes(column) && typeof value === 'string'
      return [column, isJson ? JSON.parse(value) : value]
    }),
  )
