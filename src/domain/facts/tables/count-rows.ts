import type { Block, BlockValue, Leaf } from '../../blocks.ts'
import { groupBy } from '../../es2024.ts'
import { isReached, type StoredParts } from '../../filing-contents.ts'
import { textBelow } from '../read-facts.ts'
import { REPEATABLE } from '../repeatable.ts'
import { mayHold, type Place, planOf } from './read-rows.ts'
import { type RowSource, sourceKey } from './table.ts'
import { sourcesOf, TABLES, type TableSource } from './tables.ts'

/** `cells`: the cells of a row that counts only if one of them is filed. */
type Source = TableSource & { cells?: readonly Place[] }

// Grouped by part, because every loaded return is counted, and few parts occur in all of them.
const SOURCES = groupBy(
  sourcesOf().map((one): Source => (isRepeat(one.source) ? one : { ...one, cells: cellsOf(one) })),
  ({ block }) => block,
)

// All repeats count, even empty ones, because pages use their places. An element that a form has
// once, or leaves directly in a part, counts only if a cell is filed.
function isRepeat({ path, columns }: RowSource): boolean {
  return path.lastIndexOf('/') > 0 && columns === undefined && REPEATABLE.has(path)
}

function cellsOf({ table, source }: TableSource): Place[] {
  return planOf(TABLES[table], source).flatMap(({ places }) => places)
}

/** Parts of returns with rows of any table. */
export const TABLE_PARTS: ReadonlySet<string> = new Set(SOURCES.keys())

/**
 * Returns the number of rows of each source of the catalogue's tables, by key. `cut` has, by path,
 * the lengths of repeats that are empty arrays in `parts`.
 */
export function countRowSources(
  parts: StoredParts,
  cut: Readonly<Record<string, number>>,
): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const block of new Set(parts.blocks.map((part) => part.block))) {
    for (const one of SOURCES.get(block) ?? []) {
      const count = cut[one.source.path] ?? countSource(one, parts)
      if (count > 0) counts[sourceKey(one.source)] = count
    }
  }
  return counts
}

function countSource({ block, steps, cells }: Source, parts: StoredParts): number {
  let count = 0
  for (const part of parts.blocks) {
    if (part.block === block && isReached(part))
      count += countElements(part.content, steps, 0, cells)
  }
  return count
}

// Counts the elements that `elementsAt` finds; with `cells`, those with any cell.
function countElements(
  value: BlockValue,
  steps: readonly string[],
  at: number,
  cells: Source['cells'],
): number {
  if (Array.isArray(value)) {
    return value.reduce<number>((sum, one) => sum + countElements(one, steps, at, cells), 0)
  }
  const step = steps[at]
  if (step === undefined) return cells === undefined || holdsAny(value, cells) ? 1 : 0
  if (typeof value === 'string' || !Object.hasOwn(value, step)) return 0
  return countElements(value[step] as BlockValue, steps, at + 1, cells)
}

const holdsAny = (element: Leaf | Block, cells: readonly Place[]): boolean =>
  cells.some((cell) => mayHold(element, cell) && textBelow(element, cell.below, '') !== undefined)
