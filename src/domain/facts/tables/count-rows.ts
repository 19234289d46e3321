import { elementsAt, type StoredParts } from '../../filing-contents.ts'
import { readRows } from './read-rows.ts'
import type { TableDefinition } from './table.ts'
import { TABLES } from './tables.ts'

/**
 * How many rows each table of the catalogue has, by source path. `cut` gives the lengths of
 * repeats that `parts` holds as empty arrays.
 */
export function countRowSources(
  parts: StoredParts,
  cut: Readonly<Record<string, number>>,
): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const table of Object.values(TABLES) as TableDefinition[]) {
    for (const source of table.rows) {
      const count = cut[source.path] ?? countSource(table, source, parts)
      if (count > 0) counts[source.path] = count
    }
  }
  return counts
}

// The leaves of a row may stand right in a part that is always there: then only a filed one counts.
function countSource(
  table: TableDefinition,
  source: TableDefinition['rows'][number],
  parts: StoredParts,
): number {
  const isElement = source.path.lastIndexOf('/') > 0 && !source.columns
  if (isElement) return elementsAt(parts, source.path).length
  return readRows(table, source, parts).filter(({ cells }) => Object.keys(cells).length > 0).length
}
