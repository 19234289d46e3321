import type { Block, BlockValue, Leaf } from '../blocks.ts'
import { readAs, textBelow } from './read-facts.ts'
import { type CellPlan, planOf } from './tables/read-rows.ts'
import type { RowSource, TableDefinition } from './tables/table.ts'

/** Reads a column from the rows of one source. */
export type CellReader = Pick<CellPlan, 'kind' | 'places'>

/**
 * Returns a reader of a column from one source. It reads like `readRow` but builds no path per
 * cell, which takes most of the time over millions of returns.
 */
export const cellReader = (table: TableDefinition, source: RowSource, key: string): CellReader =>
  planOf(table, source).find((cell) => cell.key === key) ?? { kind: 'text', places: [] }

/** Returns the trimmed text of a cell; undefined if it is not filed. */
export function readText(row: Leaf | Block, { places }: CellReader): string | undefined {
  if (typeof row === 'string') return undefined
  for (const { below, first, steps } of places) {
    const value = steps.length === 0 ? row[first] : valueBelow(row[first], steps)
    if (value === undefined) continue
    const text = typeof value === 'string' ? value.trim() : textBelow(row, below, '')?.text
    if (text) return text
  }
  return undefined
}

// Of repeats, the first counts, as in all reads of a single value.
function valueBelow(above: BlockValue | undefined, steps: readonly string[]) {
  let value = above
  for (const step of steps) {
    if (Array.isArray(value)) value = value[0]
    if (value === undefined || typeof value === 'string') return undefined
    value = (value as Block)[step]
  }
  return value
}

/**
 * Returns the sum of the filed cells of a row. Undefined if none is filed or one is not a number;
 * `onMisread` receives each such cell.
 */
export function readAmount(
  row: Leaf | Block,
  cells: readonly CellReader[],
  onMisread?: (cell: CellReader) => void,
): number | undefined {
  let sum: number | undefined
  let isReadable = true
  for (const cell of cells) {
    const text = readText(row, cell)
    if (text === undefined) continue
    const value = readAs(cell.kind, text)
    if (typeof value === 'number') sum = (sum ?? 0) + value
    else {
      isReadable = false
      onMisread?.(cell)
    }
  }
  return isReadable ? sum : undefined
}

/** Returns the path of the first filed cell, below `own`. */
export function pathOfFirst(row: Leaf | Block, cells: readonly CellReader[], own: string): string {
  for (const { places } of cells) {
    for (const { below } of places) {
      const found = textBelow(row, below, own)
      if (found) return found.path
    }
  }
  return own
}

/**
 * Returns the elements at a path of names below a part, in filed order. Names on the way must not
 * repeat, so that a row's place is its index.
 */
export function elementsBelow(content: Block, steps: readonly string[]): readonly (Leaf | Block)[] {
  let found: BlockValue = content
  for (const step of steps) {
    if (typeof found === 'string' || Array.isArray(found) || !Object.hasOwn(found, step)) return []
    found = found[step] as BlockValue
  }
  return Array.isArray(found) ? found : [found]
}
