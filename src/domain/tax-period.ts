const DAY_MS = 86_400_000
// A year of 52 weeks has 364 days; a period shorter than this is not a full year.
const FULL_YEAR_DAYS = 360
// The end of a year of 52 or 53 weeks moves by up to a week.
const END_TOLERANCE_DAYS = 10

/** A tax period, dates as YYYY-MM-DD; `taxPeriodBegin` is null if not filed. */
export type TaxPeriod = { taxPeriodBegin: string | null; taxPeriodEnd: string }

const days = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS

/**
 * Returns whether a period is known to have fewer than twelve months; false if its begin is not
 * filed.
 */
export const isShortYear = ({ taxPeriodBegin, taxPeriodEnd }: TaxPeriod): boolean =>
  taxPeriodBegin !== null && days(taxPeriodBegin, taxPeriodEnd) + 1 < FULL_YEAR_DAYS

/**
 * Returns the months to divide a yearly amount by: 12, or the months of a period known to be
 * shorter, with days as thirtieths.
 */
export function monthsIn(period: TaxPeriod): number {
  if (period.taxPeriodBegin === null || !isShortYear(period)) return 12
  const from = new Date(period.taxPeriodBegin)
  const to = new Date(Date.parse(period.taxPeriodEnd) + DAY_MS)
  const years = to.getUTCFullYear() - from.getUTCFullYear()
  const months = to.getUTCMonth() - from.getUTCMonth()
  return years * 12 + months + (to.getUTCDate() - from.getUTCDate()) / 30
}

/** Returns whether a period ends `years` years before another, within a week. */
export function endsYearsBefore(earlier: TaxPeriod, later: TaxPeriod, years: number): boolean {
  const year = Number(later.taxPeriodEnd.slice(0, 4)) - years
  const sought = `${year}${later.taxPeriodEnd.slice(4).replace('-02-29', '-02-28')}`
  return Math.abs(days(earlier.taxPeriodEnd, sought)) <= END_TOLERANCE_DAYS
}

/**
 * Returns whether a period ends within the year before another ends, but not where a full year
 * before would end. In that case, one of the two years was short.
 */
export const endsWithinYearBefore = (earlier: TaxPeriod, later: TaxPeriod): boolean =>
  earlier.taxPeriodEnd < later.taxPeriodEnd &&
  days(earlier.taxPeriodEnd, later.taxPeriodEnd) < 365 &&
  !endsYearsBefore(earlier, later, 1)

/**
 * Returns whether a period begins when another has ended, within ten days; its begin must be filed.
 */
export function followsOn(earlier: TaxPeriod, { taxPeriodBegin }: TaxPeriod): boolean {
  if (taxPeriodBegin === null) return false
  return Math.abs(days(earlier.taxPeriodEnd, taxPeriodBegin) - 1) <= END_TOLERANCE_DAYS
}

const OLD_YEARS = 3

/**
 * Returns whether a period ended more than three years before a day, YYYY-MM-DD. A return that old
 * says little about an organization today.
 */
export const isOld = (taxPeriodEnd: string, today: string): boolean =>
  taxPeriodEnd < `${Number(today.slice(0, 4)) - OLD_YEARS}${today.slice(4)}`
