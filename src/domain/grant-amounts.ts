/** A band of the amount of one grant, in dollars: min <= amount < max. */
type AmountBand = { value: string; label: string; max?: number }

/** The amount bands, ascending. `None` means that no amount was filed. */
export const AMOUNT_BANDS = [
  { value: 'None', label: 'No amount filed' },
  // Schedule I lists only recipients of more than $5,000, so most of these are from foundations.
  { value: 'Under5K', label: 'Under $5,000', max: 5_000 },
  { value: '5KTo25K', label: '$5,000 to $25,000', max: 25_000 },
  { value: '25KTo100K', label: '$25,000 to $100,000', max: 100_000 },
  { value: '100KTo1M', label: '$100,000 to $1 million', max: 1_000_000 },
  { value: '1MTo10M', label: '$1 million to $10 million', max: 10_000_000 },
  { value: 'Over10M', label: '$10 million and over', max: Infinity },
] as const satisfies readonly AmountBand[]

/** Returns the band of a filed amount in dollars; `None` if none was filed. */
export function toAmountBand(amount: number | undefined): string {
  if (amount === undefined) return 'None'
  const band = AMOUNT_BANDS.find((one) => 'max' in one && amount < one.max)
  return band?.value ?? 'Over10M'
}
