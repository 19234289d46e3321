/** A band of the latest filed total revenue, in whole dollars: min <= revenue < max. */
export type RevenueBand = { value: string; label: string; min?: number; max?: number }

/** The revenue bands, ascending. `None` means that no revenue was filed. */
export const REVENUE_BANDS = [
  { value: 'None', label: 'None filed' },
  // A filed zero or a loss is still a filed revenue, so this band has no lower end.
  { value: 'Under50K', label: 'Under $50,000', max: 50_000 },
  { value: '50KTo250K', label: '$50,000 to $250,000', min: 50_000, max: 250_000 },
  { value: '250KTo1M', label: '$250,000 to $1 million', min: 250_000, max: 1_000_000 },
  { value: '1MTo10M', label: '$1 million to $10 million', min: 1_000_000, max: 10_000_000 },
  { value: '10MTo100M', label: '$10 million to $100 million', min: 10_000_000, max: 100_000_000 },
  { value: 'Over100M', label: '$100 million and over', min: 100_000_000 },
] as const satisfies readonly RevenueBand[]

type RevenueBandValue = (typeof REVENUE_BANDS)[number]['value']

const inside = (band: RevenueBand, revenue: number): boolean =>
  (band.min !== undefined || band.max !== undefined) &&
  revenue >= (band.min ?? -Infinity) &&
  revenue < (band.max ?? Infinity)

/** Returns the band of a filed revenue in whole dollars; `None` if none was filed. */
export function toRevenueBand(revenue: number | undefined): RevenueBandValue {
  if (revenue === undefined) return 'None'
  return REVENUE_BANDS.find((band) => inside(band, revenue))?.value ?? 'None'
}
