import { formatValue } from '#src/domain/format-value.ts'
import { wholeScore } from '#src/rating/rating.ts'

export { digitsOfShare, formatExactly, formatValue, formatWhole } from '#src/domain/format-value.ts'

const shortDollars = (digits: number) =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    notation: 'compact',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
const TENTHS = shortDollars(1)
const WHOLE = shortDollars(0)
const NUMBER = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** Returns a score as a whole number of the same band: 84.6 is "84", because 85 would be Strong. */
export const formatScore = (score: number): string => String(wholeScore(score))

/** Returns a part of a score with two decimals. */
export const formatPoints = (points: number): string => NUMBER.format(points)

/** Returns dollars as "$3.1M" or "$310K", scores as whole numbers, and other values whole. */
export function shortenValue(value: number | string | boolean, unit?: string): string {
  if (typeof value !== 'number') return formatValue(value, unit)
  if (unit === 'score') return formatScore(value)
  return unit === 'USD' ? shortenDollars(value) : formatValue(value, unit)
}

function shortenDollars(dollars: number): string {
  const size = Math.abs(dollars)
  const unit = [1e12, 1e9, 1e6, 1e3].find((least) => size >= least) ?? 0
  return (size < 9.95 * unit ? TENTHS : WHOLE).format(dollars)
}

/** Returns the years of a list: "2022", "2019–2022". */
export const formatYears = (first: number, last: number): string =>
  first === last ? String(last) : `${first}–${last}`

/** Returns a text with its first word in lowercase, to continue a sentence. */
export const lowerFirst = (text: string): string =>
  `${text.charAt(0).toLowerCase()}${text.slice(1)}`
