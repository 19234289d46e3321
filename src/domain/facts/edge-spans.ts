import { groupBy } from '../es2024.ts'
import { type FilingContents, isReached, plainPath } from '../filing-contents.ts'
import type { Form } from '../form.ts'
import { EDGE_TABLES } from './edges.ts'
import { hasOwnRows } from './row-facts-read.ts'
import { sourceKey } from './tables/table.ts'
import { sourcesOf } from './tables/tables.ts'

/**
 * The rows that report money given, in the order in which those of a part are numbered
 * (`FiledEdge.ordinal`). Rows that sum others would be counted twice.
 */
export const EDGE_SOURCES = sourcesOf(
  Object.keys(EDGE_TABLES) as (keyof typeof EDGE_TABLES)[],
).filter(({ source }) => source.sumOf === undefined)

/** A range of numbers, both ends included. */
export type Span = { first: number; last: number }

/**
 * Returns the range of numbers of the rows at some paths of a return, one per source, if each
 * possible row has a number, and the count of such rows (`total`). Rows without content or with
 * money received have no number. Rows after them have lower numbers, by as much as the highest
 * number is below the total.
 */
export function edgeSpans(
  { form, contents }: { form: Form; contents: Pick<FilingContents, 'blocks' | 'rows'> },
  paths: readonly string[],
): { spans: Span[]; total: number } {
  const bySource = groupBy(paths, plainPath)
  const spans: Span[] = []
  let total = 0
  for (const part of contents.blocks) {
    if (!isReached(part) || !hasOwnRows(form, part.block)) continue
    for (const { source, block } of EDGE_SOURCES) {
      if (block !== part.block) continue
      const count = contents.rows[sourceKey(source)] ?? 0
      const own = bySource.get(source.path)
      if (own) spans.push(toSpan(total, count, own))
      total += count
    }
  }
  return { spans, total }
}

function toSpan(before: number, count: number, paths: readonly string[]): Span {
  const places = paths.map(placeOf)
  return {
    first: before + Math.min(...places.map((place) => place ?? 1)),
    last: before + Math.max(...places.map((place) => place ?? count)),
  }
}

/**
 * Returns the place of a row in its source, from 1; undefined if the row's path does not contain
 * it.
 */
function placeOf(path: string): number | undefined {
  const [place, ...others] = [...path.matchAll(/\[(\d+)\]/g)].map(([, index]) => Number(index))
  return others.length === 0 ? place : undefined
}
