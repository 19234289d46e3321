import { describeMonths, formatDollars } from '#src/domain/money.ts'
import { wholeScore } from '#src/rating/rating.ts'

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
const PERCENT = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })
const NUMBER = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/**
 * Returns a value for people in its unit: dollars, shares as percent, months as years from 24 on,
 * yes and no.
 */
export function formatValue(value: number | string | boolean, unit?: string): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string') return value
  if (unit === 'USD') return formatDollars(Math.sign(value) * Math.round(Math.abs(value)))
  if (unit === 'ratio' || unit === 'share') return PERCENT.format(value)
  if (unit === 'months') return describeMonths(value)
  return withUnit(value, NUMBER.format(value), unit)
}

/** Returns the value behind `formatValue` or `shortenValue`, for people who need its digits. */
export const formatWhole = (value: number | string | boolean, unit?: string): string =>
  typeof value === 'number' && unit === 'months'
    ? withUnit(value, NUMBER.format(value), unit)
    : formatValue(value, unit)

const EXACT = { maximumFractionDigits: 6 }
const EXACT_NUMBER = new Intl.NumberFormat('en-US', EXACT)
const EXACT_DOLLARS = new Intl.NumberFormat('en-US', {
  ...EXACT,
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
})

/** Returns a value with all its digits, in its unit: a share as percent and as filed. */
export function formatExactly(value: number | string | boolean, unit?: string): string {
  const shown = formatValue(value, unit)
  if (typeof value !== 'number' || Number.isInteger(value)) return shown
  if (unit === 'USD') return EXACT_DOLLARS.format(value)
  const exact = EXACT_NUMBER.format(value)
  return unit === 'ratio' || unit === 'share' ? `${shown} (${exact})` : withUnit(value, exact, unit)
}

/** Returns a count unchanged, and any other number with its unit: "1 month", "3 months". */
function withUnit(value: number, shown: string, unit?: string): string {
  if (unit === undefined || unit === 'count' || unit === 'score') return shown
  return `${shown} ${value === 1 ? unit.replace(/s$/, '') : unit}`
}

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

/** Returns a text with its first word in lowercase, to continue a sentence. */
export const lowerFirst = (text: string): string =>
  `${text.charAt(0).toLowerCase()}${text.slice(1)}`
