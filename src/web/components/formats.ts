import { formatValue } from '#src/domain/format-value.ts'
import { describeDollars } from '#src/domain/money.ts'
import { wholeScore } from '#src/rating/rating.ts'

export { digitsOfShare, formatExactly, formatValue, formatWhole } from '#src/domain/format-value.ts'

const NUMBER = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** Returns a score as a whole number of the same band: 84.6 is "84", because 85 would be Strong. */
export const formatScore = (score: number): string => String(wholeScore(score))

/** Returns a part of a score with two decimals. */
export const formatPoints = (points: number): string => NUMBER.format(points)

/** Returns dollars with three significant digits, as "$11.6M" or "$310K"; scores as whole numbers, and other values whole. */
export function shortenValue(value: number | string | boolean, unit?: string): string {
  if (typeof value !== 'number') return formatValue(value, unit)
  if (unit === 'score') return formatScore(value)
  return unit === 'USD' ? describeDollars(value) : formatValue(value, unit)
}

/** Returns a telephone number or ZIP code as people write it, by its name; other values as they are. */
export function showContact<Value>(name: string, value: Value): Value | string {
  if (typeof value !== 'string') return value
  if (/phone/i.test(name)) return value.replace(/^1?(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
  return /zip/i.test(name) ? value.replace(/^(\d{5})(\d{4})$/, '$1-$2') : value
}

/** Returns the years of a list: "2022", "2019–2022". */
export const formatYears = (first: number, last: number): string =>
  first === last ? String(last) : `${first}–${last}`

/** Returns years as runs without gaps, oldest first: "2014, 2019–2022". */
export function listYears(given: readonly number[]): string {
  const years = [...new Set(given)].toSorted((a, b) => a - b)
  const firsts = years.filter((year) => !years.includes(year - 1))
  const lasts = years.filter((year) => !years.includes(year + 1))
  return firsts.map((first, at) => formatYears(first, lasts[at] ?? first)).join(', ')
}
