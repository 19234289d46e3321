import { formatDollars } from '#src/domain/money.ts'

const SHORT_DOLLARS = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  // Node 20 would write $5M as $5.0M.
  minimumFractionDigits: 0,
  maximumFractionDigits: 1,
})
const PERCENT = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })
const NUMBER = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** Returns a value for people in its unit: dollars, shares as percent, yes and no. */
export function formatValue(value: number | string | boolean, unit?: string): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string') return value
  if (unit === 'USD') return formatDollars(Math.sign(value) * Math.round(Math.abs(value)))
  if (unit === 'ratio' || unit === 'share') return PERCENT.format(value)
  return withUnit(value, NUMBER.format(value), unit)
}

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

/** Returns a count as it is and any other number with its unit: "1 month", "3 months". */
function withUnit(value: number, shown: string, unit?: string): string {
  if (unit === undefined || unit === 'count') return shown
  return `${shown} ${value === 1 ? unit.replace(/s$/, '') : unit}`
}

/** Returns a score with the two decimals it is stored with: rounded, it could reach the next band. */
export const formatScore = (score: number): string => NUMBER.format(score)

/** Returns dollars cut to thousands, millions and billions, and other values whole. */
export const shortenValue = (value: number | string | boolean, unit?: string): string =>
  typeof value === 'number' && unit === 'USD'
    ? SHORT_DOLLARS.format(value)
    : formatValue(value, unit)

/** The first word in small letters, to continue a sentence. */
export const lowerFirst = (text: string): string =>
  `${text.charAt(0).toLowerCase()}${text.slice(1)}`

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Returns the day of an ISO time or day: "May 12, 2023". */
export const formatDay = (iso: string): string => DAY.format(new Date(iso))

/** Returns the month of an ISO time, day or month: "May 2023". */
export const formatMonth = (iso: string): string => MONTH.format(new Date(iso))
