/** A band of dollars: min <= amount < max. */
type Band = { value: string; label: string; min?: number; max?: number }

/** A band of the latest filed total revenue. */
export type RevenueBand = Band

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
] as const satisfies readonly Band[]

/** The bands of the amount of one grant, ascending. `None` means that no amount was filed. */
export const AMOUNT_BANDS = [
  { value: 'None', label: 'No amount filed' },
  // Schedule I lists only recipients of more than $5,000, so most of these are from foundations.
  { value: 'Under5K', label: 'Under $5,000', max: 5_000 },
  { value: '5KTo25K', label: '$5,000 to $25,000', max: 25_000 },
  { value: '25KTo100K', label: '$25,000 to $100,000', max: 100_000 },
  { value: '100KTo1M', label: '$100,000 to $1 million', max: 1_000_000 },
  { value: '1MTo10M', label: '$1 million to $10 million', max: 10_000_000 },
  { value: 'Over10M', label: '$10 million and over', max: Infinity },
] as const satisfies readonly Band[]

/** Returns the band of a filed amount in dollars; `None` if none was filed. */
export const toBand = (bands: readonly Band[], amount: number | undefined): string =>
  (amount !== undefined &&
    bands.slice(1).find(({ max = Number.POSITIVE_INFINITY }) => amount < max)?.value) ||
  'None'
