import type { SliceKey } from './slice-counts.ts'

/** The organizations whose returns a load stored or removed, and the slices they come from. */
export type Touched = { slices: Set<string>; eins: Set<string> }

// Resolving 100,000 organizations of 2.9 million took 29 s, all of them 234 s; so many EINs take a
// few MB.
const MOST_EINS = 100_000

export const newTouched = (): Touched => ({ slices: new Set(), eins: new Set() })

export const sliceKey = ({ sourceId, ordinal }: SliceKey): string => `${sourceId}-${ordinal}`

/** Adds a slice with its EINs. Once there are too many EINs, a slice stays out, as an unknown one. */
export function addTouched(touched: Touched, slice: SliceKey, eins: readonly string[]): void {
  if (touched.eins.size >= MOST_EINS) return
  touched.slices.add(sliceKey(slice))
  for (const ein of eins) touched.eins.add(ein)
}
