import {
  countRows,
  countSingleRows,
  type Row,
  type RowWindow,
  readRows,
  rowWindows,
} from '#src/domain/facts/tables/read-rows.ts'
import type { RowSource, TableDefinition } from '#src/domain/facts/tables/table.ts'
import { TABLES, type TableKey } from '#src/domain/facts/tables/tables.ts'
import type { StoredParts } from '#src/domain/filing-contents.ts'
import type { ProfileDeps } from '../deps.ts'
import type { Filing } from '../organization.ts'
import { type Portion, readParts } from '../store/read-parts.ts'

/** A row and the table of the catalogue it belongs to. */
export type TableRow = { table: TableKey; row: Row }

/** A portion of a list, from 0. */
export type Window = { offset: number; limit: number }

export const tableOf = (key: TableKey): TableDefinition => TABLES[key]

type Contents = Pick<Filing, 'contents'>

/** How many rows tables of a filing have together. */
export const countTables = (keys: readonly TableKey[], { contents }: Contents): number =>
  keys.reduce((sum, key) => sum + countRows(tableOf(key), contents.rows), 0)

/** How many of them are one thing each, sums of others left out. */
export const countSingle = (keys: readonly TableKey[], { contents }: Contents): number =>
  keys.reduce((sum, key) => sum + countSingleRows(tableOf(key), contents.rows), 0)

/** The portions of tables that hold rows `offset` to `offset + limit`, one table after the other. */
export const windowsOf = (
  keys: readonly TableKey[],
  { contents }: Contents,
  { offset, limit }: Window,
): RowWindow<TableKey>[] => {
  const tables = keys.map((key) => [key, tableOf(key)] as const)
  return rowWindows(tables, contents.rows, offset, limit)
}

/**
 * Rows `offset` to `offset + limit` of several tables, one after the other, each in filed order.
 * One round trip that reads no more of a long repeat than the portion asked for.
 */
export async function readTableRows(
  { postgres }: ProfileDeps,
  filing: Contents & Pick<Filing, 'objectId' | 'version'>,
  keys: readonly TableKey[],
  window: Window,
): Promise<TableRow[]> {
  const windows = windowsOf(keys, filing, window)
  return rowsOf(windows, await readParts(postgres, filing, { portions: portionsOf(windows) }))
}

/** What to read for windows: several sources may share a path, which is asked for once. */
export function portionsOf(windows: readonly RowWindow[]): Portion[] {
  const portions = new Map<string, Portion>()
  for (const { source, from, to } of windows) {
    const { path } = source
    const known = portions.get(path) ?? { path, from, to }
    portions.set(path, { path, from: Math.min(known.from, from), to: Math.max(known.to, to) })
  }
  return [...portions.values()]
}

/** The rows of windows in parts that hold them. */
export const rowsOf = (windows: readonly RowWindow<TableKey>[], parts: StoredParts): TableRow[] =>
  windows.flatMap((window) =>
    readWindow(window, parts).map((row) => ({ table: window.table, row })),
  )

function readWindow({ table, source, from, to }: RowWindow<TableKey>, parts: StoredParts): Row[] {
  if (isElement(source)) return readRows(tableOf(table), source, parts, from, to)
  const rows = readRows(tableOf(table), source, parts)
  return rows.filter(({ cells }) => Object.keys(cells).length > 0).slice(from, to)
}

// Where leaves of a row stand right in a part, the loader counts only rows that have any.
const isElement = ({ path, columns }: RowSource): boolean =>
  path.lastIndexOf('/') > 0 && columns === undefined
