import { describeMonths, formatDollars } from './money.ts'

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

/** Returns the digits of a share that is not whole; undefined for any other value. */
export const digitsOfShare = (value: number | string | boolean, unit?: string) =>
  typeof value === 'number' && !Number.isInteger(value) && (unit === 'ratio' || unit === 'share')
    ? EXACT_NUMBER.format(value)
    : undefined

/** Returns a value with all its digits, in its unit: a share as percent and as filed. */
export function formatExactly(value: number | string | boolean, unit?: string): string {
  const shown = formatValue(value, unit)
  if (typeof value !== 'number' || Number.isInteger(value)) return shown
  if (unit === 'USD') return EXACT_DOLLARS.format(value)
  const digits = digitsOfShare(value, unit)
  return digits ? `${shown} (${digits})` : withUnit(value, EXACT_NUMBER.format(value), unit)
}

/** Returns a count unchanged, and any other number with its unit: "1 month", "3 months". */
function withUnit(value: number, shown: string, unit?: string): string {
  if (unit === undefined || unit === 'count' || unit === 'score') return shown
  return `${shown} ${value === 1 ? unit.replace(/s$/, '') : unit}`
}
