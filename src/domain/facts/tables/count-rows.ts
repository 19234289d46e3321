import type { Block, BlockValue, Leaf } from '../../blocks.ts'
import { isReached, type StoredParts } from '../../filing-contents.ts'
import { textBelow } from '../read-facts.ts'
import { REPEATABLE } from '../repeatable.ts'
import { pathsOf } from './read-rows.ts'
import { type RowSource, sourceKey, type TableDefinition } from './table.ts'
import { TABLES } from './tables.ts'

type Source = {
  source: RowSource
  steps: readonly string[]
  /** Where its cells stand below it, when it counts only with a filed one. */
  cells?: readonly Cell[]
}
/** A path below a row, and its first step, without which nothing can stand there. */
type Cell = { below: string; first: string }

// By part, since every return that is loaded is counted, and few parts are in all of them.
const SOURCES = new Map<string, Source[]>()
for (const table of Object.values(TABLES) as TableDefinition[]) {
  for (const source of table.rows) {
    const [block = '', ...steps] = source.path.slice(1).split('/')
    const counted = isRepeat(source)
      ? { source, steps }
      : { source, steps, cells: cellsOf(table, source) }
    SOURCES.set(block, [...(SOURCES.get(block) ?? []), counted])
  }
}

// Repeats count as they stand, even empty ones, since they are paged by their place. What a form
// has once, an element or leaves right in a part, counts when any cell of it is filed.
function isRepeat({ path, columns }: RowSource): boolean {
  return path.lastIndexOf('/') > 0 && columns === undefined && REPEATABLE.has(path)
}

function cellsOf(table: TableDefinition, source: RowSource): Cell[] {
  return Object.entries(table.columns)
    .flatMap(([key, { paths }]) => pathsOf(source, key, paths))
    .map((below) => ({ below, first: below.split('/')[0] ?? '' }))
}

/** Parts of returns that hold rows of any table. */
export const TABLE_PARTS: ReadonlySet<string> = new Set(SOURCES.keys())

/**
 * How many rows each table of the catalogue has, by the key of their source. `cut` gives, by path,
 * the lengths of repeats that `parts` holds as empty arrays.
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

function countSource({ source, steps, cells }: Source, parts: StoredParts): number {
  const block = source.path.split('/')[1]
  let count = 0
  for (const part of parts.blocks) {
    if (part.block === block && isReached(part))
      count += countElements(part.content, steps, 0, cells)
  }
  return count
}

// As `elementsAt` finds them, without their paths; with `cells`, those that hold any.
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

const holdsAny = (element: Leaf | Block, cells: readonly Cell[]): boolean =>
  cells.some(
    ({ below, first }) =>
      (first === '' || (typeof element !== 'string' && Object.hasOwn(element, first))) &&
      textBelow(element, below, '') !== undefined,
  )
