/** Values in ascending order, and how often each occurs. */
export type ValueCounts = readonly (readonly [value: number, count: number])[]

const QUARTERS = [0.25, 0.5, 0.75]

/** Returns the places, from 0, of the values next to the quartiles of so many. */
export const placesOf = (count: number): number[] =>
  QUARTERS.map((part) => part * (count - 1)).flatMap((at) => [Math.floor(at), Math.ceil(at)])

/** Returns the value at a place from 0; undefined beyond the last. */
export function valueAt(values: ValueCounts, place: number): number | undefined {
  let before = 0
  return values.find(([, count]) => {
    before += count
    return place < before
  })?.[0]
}

/**
 * Returns the lower quartile, the median, and the upper quartile, interpolated between the two nearest
 * values (type 7 of Hyndman and Fan, as in R and spreadsheets); empty without values.
 */
export function quartilesOf(values: ValueCounts): number[] {
  const total = values.reduce((sum, [, count]) => sum + count, 0)
  return QUARTERS.flatMap((part) => {
    const at = part * (total - 1)
    const [low, high] = [valueAt(values, Math.floor(at)), valueAt(values, Math.ceil(at))]
    return low === undefined || high === undefined ? [] : [low + (high - low) * (at % 1)]
  })
}
