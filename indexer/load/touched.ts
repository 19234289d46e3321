import type { SliceKey } from './slice-counts.ts'

/** The organizations whose returns a load stored or took away, and the slices they are all of. */
export type Touched = { slices: Set<string>; eins: Set<string> }

// Resolving 100,000 organizations of 2.9 million took 29 s, all of them 234 s; and so many EINs
// are a few MB.
const MOST_EINS = 100_000

export const newTouched = (): Touched => ({ slices: new Set(), eins: new Set() })

export const sliceKey = ({ sourceId, ordinal }: SliceKey): string => `${sourceId}-${ordinal}`

/** Adds a slice with its EINs; when these have become too many it stays out, as one unknown. */
export function addTouched(touched: Touched, slice: SliceKey, eins: readonly string[]): void {
  if (touched.eins.size >= MOST_EINS) return
  touched.slices.add(sliceKey(slice))
  for (const ein of eins) touched.eins.add(ein)
}
