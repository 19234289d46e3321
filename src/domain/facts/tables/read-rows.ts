import type { Block, Leaf } from '../../blocks.ts'
import { elementsAt, type Placed, type StoredParts } from '../../filing-contents.ts'
import type { Moved } from '../../tsv.ts'
import type { FactKind } from '../definitions-checklists.ts'
import { type FactValue, readAs, textBelow } from '../read-facts.ts'
import { type RowSource, sourceKey, type TableDefinition } from './table.ts'

/** A filed value of a row and the path of its leaf. */
export type Cell = { value: FactValue; path: string }

/** Returns whether an amount's cell has unreadable text. */
export const isUnreadable = (cell: Cell | undefined): boolean => typeof cell?.value === 'string'

/** One row of a table. A cell that is not filed is absent. */
export type Row = {
  /**
   * The path of the row's element; absent if its leaves have no common element
   * (`RowSource.columns`).
   */
  path?: string
  label?: string
  /** Its line, if each row has its own; `lineIn` returns it for a schema version. */
  line?: string
  moved?: Moved
  /** Whether it sums the other rows of its table, so that sums must leave it out. */
  isTotal?: true
  cells: Record<string, Cell>
}

/** The number of rows of each source, by `sourceKey` (`FilingContents.rows`). */
export type RowCounts = Readonly<Record<string, number>>

/** Returns the number of rows of a table in a filing. */
export const countRows = (table: TableDefinition, counts: RowCounts): number =>
  table.rows.reduce((sum, source) => sum + (counts[sourceKey(source)] ?? 0), 0)

/** Returns `countRows` without rows that sum others. */
export const countSingleRows = (table: TableDefinition, counts: RowCounts): number =>
  countRows({ ...table, rows: table.rows.filter(({ sumOf }) => sumOf === undefined) }, counts)

/** A portion of one source of one table: rows `from` (from 0) up to but not including `to`. */
export type RowWindow<Key extends string = string> = {
  table: Key
  source: RowSource
  from: number
  to: number
}

/**
 * Returns the portions with rows `offset` to `offset + limit` of several tables in the given order.
 */
export function rowWindows<Key extends string>(
  tables: readonly (readonly [Key, TableDefinition])[],
  counts: RowCounts,
  offset: number,
  limit: number,
): RowWindow<Key>[] {
  const windows: RowWindow<Key>[] = []
  let before = 0
  for (const [key, table] of tables) {
    for (const source of table.rows) {
      const count = counts[sourceKey(source)] ?? 0
      const from = Math.max(0, offset - before)
      const to = Math.min(count, offset + limit - before)
      if (from < to) windows.push({ table: key, source, from, to })
      before += count
    }
  }
  return windows
}

/** Returns the rows of one source, in filed order. */
export function readRows(
  table: TableDefinition,
  source: RowSource,
  parts: StoredParts,
  from = 0,
  to = Number.POSITIVE_INFINITY,
): Row[] {
  return elementsAt(parts, source.path, from, to).map((placed) => readRow(table, source, placed))
}

/** Returns all rows of a table that have a cell, source after source. */
export const readAllRows = (table: TableDefinition, parts: StoredParts): Row[] =>
  table.rows
    .flatMap((source) => readRows(table, source, parts))
    .filter(({ cells }) => Object.keys(cells).length > 0)

/** A path below a row, its first step, and the others. */
export type Place = { below: string; first: string; steps: readonly string[] }
/** A column and its paths below the rows of one source. */
export type CellPlan = { key: string; kind: FactKind; places: readonly Place[] }
type Plan = readonly CellPlan[]

const plans = new WeakMap<TableDefinition, Map<RowSource, Plan>>()

/**
 * Returns the columns that rows of a source may have. Paths are split once per source, because there
 * are many rows, and most names from other eras are absent.
 */
export function planOf(table: TableDefinition, source: RowSource): Plan {
  const ofTable = plans.get(table) ?? new Map<RowSource, Plan>()
  const known = ofTable.get(source)
  if (known) return known
  const plan = Object.entries(table.columns).flatMap(([key, { kind, paths }]) => {
    const places = pathsOf(source, key, paths).map(toPlace)
    return places.length > 0 ? [{ key, kind, places }] : []
  })
  plans.set(table, ofTable.set(source, plan))
  return plan
}

function toPlace(below: string): Place {
  const [first = '', ...steps] = below.split('/')
  return { below, first, steps }
}

/** Returns the paths of a column below the rows of a source, in order of trust. */
export const pathsOf = (
  source: RowSource,
  key: string,
  paths: readonly string[],
): readonly string[] => (source.columns ? (source.columns[key] ?? []) : paths)

/** Returns whether an element may have text at a place, without a search for it. */
export const mayHold = (element: Leaf | Block, { first }: Place): boolean =>
  first === '' || (typeof element !== 'string' && Object.hasOwn(element, first))

/** Returns the cells of one element, each with the path of its leaf. */
export function readRow(table: TableDefinition, source: RowSource, { element, path }: Placed): Row {
  const cells: Row['cells'] = {}
  for (const { key, kind, places } of planOf(table, source)) {
    for (const place of places) {
      const found = mayHold(element, place) && textBelow(element, place.below, path)
      if (!found) continue
      cells[key] = { value: readAs(kind, found.text), path: found.path }
      break
    }
  }
  return {
    ...(!source.columns && { path }),
    ...(source.label && { label: source.label }),
    ...(source.line && { line: source.line }),
    ...(source.line && source.moved && { moved: source.moved }),
    ...(source.sumOf === 'rows' && { isTotal: true }),
    cells,
  }
}
