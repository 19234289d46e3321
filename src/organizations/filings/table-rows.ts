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

/** A row and its table in the catalogue. */
export type TableRow = { table: TableKey; row: Row }

/** A range of a list, from 0. */
export type Window = { offset: number; limit: number }

export const tableOf = (key: TableKey): TableDefinition => TABLES[key]

type Contents = Pick<Filing, 'contents'>

/** Returns the total number of rows in several tables of a filing. */
export const countTables = (keys: readonly TableKey[], { contents }: Contents): number =>
  keys.reduce((sum, key) => sum + countRows(tableOf(key), contents.rows), 0)

/** Returns `countTables` without rows that sum other rows. */
export const countSingle = (keys: readonly TableKey[], { contents }: Contents): number =>
  keys.reduce((sum, key) => sum + countSingleRows(tableOf(key), contents.rows), 0)

/** Returns the portions of tables with rows `offset` to `offset + limit`, table after table. */
export const windowsOf = (
  keys: readonly TableKey[],
  { contents }: Contents,
  { offset, limit }: Window,
): RowWindow<TableKey>[] => {
  const tables = keys.map((key) => [key, tableOf(key)] as const)
  return rowWindows(tables, contents.rows, offset, limit)
}

/**
 * Reads rows `offset` to `offset + limit` of several tables, one after the other, each in filed order.
 * One round trip, which reads only the requested portion of a long repeat.
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

/** Returns the portions to read for windows, one per path, because sources may share a path. */
export function portionsOf(windows: readonly RowWindow[]): Portion[] {
  const portions = new Map<string, Portion>()
  for (const { source, from, to } of windows) {
    const { path } = source
    const known = portions.get(path) ?? { path, from, to }
    portions.set(path, { path, from: Math.min(known.from, from), to: Math.max(known.to, to) })
  }
  return [...portions.values()]
}

/** Returns the rows of windows from parts that were read. */
export const rowsOf = (windows: readonly RowWindow<TableKey>[], parts: StoredParts): TableRow[] =>
  windows.flatMap((window) =>
    readWindow(window, parts).map((row) => ({ table: window.table, row })),
  )

function readWindow({ table, source, from, to }: RowWindow<TableKey>, parts: StoredParts): Row[] {
  if (isElement(source)) return readRows(tableOf(table), source, parts, from, to)
  const rows = readRows(tableOf(table), source, parts)
  return rows.filter(({ cells }) => Object.keys(cells).length > 0).slice(from, to)
}

// If the leaves of a row are directly in a part, the loader counts only rows with leaves.
const isElement = ({ path, columns }: RowSource): boolean =>
  path.lastIndexOf('/') > 0 && columns === undefined
