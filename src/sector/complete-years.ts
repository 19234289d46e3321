/** Part of the year before's filers that must be in for a year to be complete (decisions part 9). */
const COMPLETE = 0.9

/** Filers of a tax year, and those among them who filed for the year before, too. */
export type YearOfFilers = { taxYear: number; filers: number; returning: number }

export type Completeness = { returning?: number; isComplete?: boolean }

/**
 * Which years are complete: at least 90 % of the organizations that filed a 990 for the year
 * before have filed one for it. A year before which nobody filed cannot be told, and is absent
 * from what is known: its first filers may be all there are or a tenth of them.
 */
export function tellComplete(years: readonly YearOfFilers[]): Map<number, Completeness> {
  const filers = new Map(years.map((year) => [year.taxYear, year.filers]))
  return new Map(
    years.map(({ taxYear, returning }) => {
      const before = filers.get(taxYear - 1) ?? 0
      if (before === 0) return [taxYear, {}]
      const share = returning / before
      return [taxYear, { returning: share, isComplete: share >= COMPLETE }]
    }),
  )
}

/** The latest year known to be complete; undefined when none is. */
export const latestComplete = (
  years: readonly { taxYear: number; isComplete?: boolean }[],
): number | undefined =>
  years.reduce<number | undefined>(
    (latest, { taxYear, isComplete }) => (isComplete && taxYear > (latest ?? 0) ? taxYear : latest),
    undefined,
  )
