/** Formats a count: 12,400. */
export const formatCount = (count: number): string => count.toLocaleString('en-US')

/** "1 row", "12,400 rows". */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** Formats an amount in full, including cents: $12,400, $88,584.5; a loss is -$12,400. */
export const formatDollars = (amount: number): string =>
  `${amount < 0 ? '-' : ''}$${formatCount(Math.abs(amount))}`

const SHORT_DOLLARS = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumSignificantDigits: 3,
})

/** Returns an amount with three significant digits: $950, $12.4K, $11.6M; a loss is -$12.4K. */
export const describeDollars = (amount: number): string => SHORT_DOLLARS.format(amount)

/** Describes a part of an amount: "$2.34M of $3.27M". */
export const describePart = (part: number, whole: number): string =>
  `${describeDollars(part)} of ${describeDollars(whole)}`

/** Describes a share in a sentence: 62%, under 1%, over 99%. */
export function describeShare(share: number): string {
  if (share > 0 && share < 0.01) return 'under 1%'
  if (share < 1 && share > 0.99) return 'over 99%'
  return `${Math.round(share * 100)}%`
}

/** Returns months as people say them: "1.5 months", "14 months", and from 24 on "2.1 years", "12 years". */
export function describeMonths(months: number): string {
  const isLong = Math.abs(months) >= 24
  const count = isLong ? months / 12 : months
  const rounded = Math.abs(count) < 9.95 ? Math.round(count * 10) / 10 : Math.round(count)
  return countOf(rounded, isLong ? 'year' : 'month')
}
