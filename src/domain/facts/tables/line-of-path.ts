import { nearestAbove, plainPath } from '../../filing-contents.ts'
import { type Line, lineIn } from '../../tsv.ts'
import { pathsOf } from './read-rows.ts'
import { STATEMENTS } from './statements.ts'
import type { RowSource, TableDefinition } from './table.ts'
import { TABLES } from './tables.ts'

type Place = {
  lines: Line
  /** The column or line of a cell. */
  cell?: string
  /** Depth of the row's element, whose index is the row's number; absent if it has none. */
  row?: number
}

const places = new Map<string, Place>()

for (const table of [...Object.values(TABLES), ...Object.values(STATEMENTS)]) {
  for (const source of table.rows) addSource(table, source)
}

function addSource(table: TableDefinition, source: RowSource): void {
  const line = source.line ?? table.line
  const moved = source.line ? source.moved : table.moved
  const lines = moved ? { line, moved } : { line }
  const row = source.columns ? {} : { row: source.path.split('/').length - 1 }
  if (!source.columns) places.set(source.path, { lines, ...row })
  for (const [key, column] of Object.entries(table.columns)) {
    const cell = column.line ? { cell: column.line } : {}
    for (const below of pathsOf(source, key, column.paths)) {
      const path = below === '' ? source.path : `${source.path}/${below}`
      places.set(path, { lines, ...cell, ...row })
    }
  }
}

/**
 * Returns the line of an indexed path in a table or statement, with its row and column: "Part VII,
 * Section A, line 1a, row 3, column (D)", "Part IX, line 5, column (B)". A path that no column
 * reads has the row's line. Undefined for a path outside all tables.
 */
export function lineOfPath(path: string, schemaVersion?: string): string | undefined {
  // The lines of a name are below its column, and an uncatalogued leaf is below its row.
  const found = nearestAbove(places, plainPath(path))
  if (!found) return undefined
  const row = found.row === undefined ? undefined : indexAt(path, found.row)
  const line = lineIn(found.lines, schemaVersion)
  return `${line}${row ? `, row ${row}` : ''}${found.cell ? `, ${found.cell}` : ''}`
}

/** Returns the index of a path's element at a depth; its part is at 1. */
const indexAt = (path: string, depth: number): string | undefined =>
  /\[(\d+)\]$/.exec(path.split('/', depth + 1)[depth] ?? '')?.[1]
