/** The share of the previous year's filers that must have filed for a year to be complete. */
const COMPLETE = 0.9
/** With fewer filers in the year before, the share says little. */
const MIN_FILERS = 10

/** Filers of a tax year, and how many of them also filed for the year before. */
type YearOfFilers = { taxYear: number; filers: number; returning: number }

type Completeness = { returning?: number; isComplete?: boolean }

/**
 * Returns which years are complete: at least 90 % of the previous year's 990 filers have filed.
 * This is unknown for a year if the previous year has fewer than ten filers.
 */
export function toCompleteness(years: readonly YearOfFilers[]): Map<number, Completeness> {
  const filers = new Map(years.map((year) => [year.taxYear, year.filers]))
  return new Map(
    years.map(({ taxYear, returning }) => {
      const before = filers.get(taxYear - 1) ?? 0
      if (before < MIN_FILERS) return [taxYear, {}]
      const share = returning / before
      return [taxYear, { returning: share, isComplete: share >= COMPLETE }]
    }),
  )
}

/** Returns the latest complete year; undefined if there is none. */
export const latestComplete = (
  years: readonly { taxYear: number; isComplete?: boolean }[],
): number | undefined =>
  years.reduce<number | undefined>(
    (latest, { taxYear, isComplete }) => (isComplete && taxYear > (latest ?? 0) ? taxYear : latest),
    undefined,
  )
