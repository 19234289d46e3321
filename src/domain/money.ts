/** Formats a count: 12,400. */
export const formatCount = (count: number): string => count.toLocaleString('en-US')

/** "1 row", "12,400 rows". */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** Formats an amount in full, including cents: $12,400, $88,584.5; a loss is -$12,400. */
export const formatDollars = (amount: number): string =>
  `${amount < 0 ? '-' : ''}$${formatCount(Math.abs(amount))}`

// The smallest amount of each unit, its size, and its name. An amount that rounds to 1,000 of a
// unit is 1 of the next.
const UNITS = [
  [999.95e9, 1e12, 'trillion'],
  [999.95e6, 1e9, 'billion'],
  [1e6, 1e6, 'million'],
] as const

/** Describes an amount in a sentence: $950, $12,400, $4.1 million; a loss is -$12,400. */
export function describeDollars(amount: number, decimals = 1): string {
  const size = Math.abs(amount)
  const unit = UNITS.find(([least]) => size >= least)
  if (!unit) return formatDollars(Math.sign(amount) * Math.round(size))
  return `${amount < 0 ? '-' : ''}$${(size / unit[1]).toFixed(decimals).replace(/\.?0+$/, '')} ${unit[2]}`
}

/** Describes a part of an amount, so that over 99% is not "$3.2 million of $3.3 million". */
export const describePart = (part: number, whole: number): string =>
  `${describeDollars(part, 2)} of ${describeDollars(whole, 2)}`

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
