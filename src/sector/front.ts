import type { SectorYearBody, StatsBody } from '#mappings/sector.ts'
import { knownFields } from '../domain/known-fields.ts'
import { describeSubsection } from '../domain/registry-codes.ts'

type Counted = { subsection: string | null; count: number }
type Composition = NonNullable<StatsBody['composition']>

/**
 * Groups the registry's organizations by tax code section, the largest group first; key `501c3`,
 * label `501(c)(3)`. Codes that the IRS does not document remain codes. `updatedOn` is the date of
 * the newest extract.
 */
export function toComposition(rows: readonly Counted[], updatedOn: string): Composition {
  const groups = rows.map(({ subsection, count }) => ({
    ...nameOf(subsection),
    organizations: count,
  }))
  return {
    organizations: groups.reduce((sum, { organizations }) => sum + organizations, 0),
    updatedOn,
    groups: groups.toSorted(
      (a, b) => b.organizations - a.organizations || (a.key < b.key ? -1 : 1),
    ),
  }
}

function nameOf(subsection: string | null): { key: string; label: string } {
  if (subsection === null) return { key: 'none', label: 'No subsection' }
  const label = describeSubsection(subsection)
  return label === undefined
    ? { key: `code-${subsection}`, label: `Subsection code ${subsection}` }
    : { key: label.replaceAll(/[()]/g, ''), label }
}

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

/** Change from the year before, as a share of it. */
type SectorGrowth = { revenueGrowth?: number; expenseGrowth?: number }
export type SectorSeriesYear = Omit<SectorYearBody, 'growth'> & { growth: SectorGrowth }

/** With fewer organizations, one of them decides how a total changes. */
const MIN_RETURNS = 10

/**
 * Adds growth to years, over the organizations that report the figure for both years. Both years
 * must be complete, and `MIN_RETURNS` organizations must report the figure.
 */
export function toSectorSeries(years: readonly SectorYearBody[]): SectorSeriesYear[] {
  const complete = new Set(years.flatMap((year) => (year.isComplete ? [year.taxYear] : [])))
  return years.map((year) => ({
    ...year,
    growth: [year.taxYear, year.taxYear - 1].every((one) => complete.has(one))
      ? growthOf(year)
      : {},
  }))
}

function growthOf({ growth }: SectorYearBody): SectorGrowth {
  const change = (key: string): number | undefined => {
    const both = growth[key]
    return both && both.filings >= MIN_RETURNS ? both.numerator / both.denominator - 1 : undefined
  }
  return knownFields({ revenueGrowth: change('revenue'), expenseGrowth: change('expenses') })
}
