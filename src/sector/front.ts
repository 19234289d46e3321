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
 * Returns which years are complete, given oldest first: at least 90 % of the previous year's 990
 * filers have filed. This is unknown if the previous year has fewer than ten filers, or so few that
 * it misses returns itself: it is not complete, and has less than 90 % as many filers as the year.
 */
export function toCompleteness(years: readonly YearOfFilers[]): Map<number, Completeness> {
  const filed = new Map(years.map((year) => [year.taxYear, year.filers]))
  const found = new Map<number, Completeness>()
  for (const { taxYear, filers, returning } of years) {
    const before = filed.get(taxYear - 1) ?? 0
    const share = returning / before
    const isFair = found.get(taxYear - 1)?.isComplete || before >= filers * COMPLETE
    if (before < MIN_FILERS) found.set(taxYear, {})
    else if (share < COMPLETE) found.set(taxYear, { returning: share, isComplete: false })
    else found.set(taxYear, { returning: share, ...(isFair && { isComplete: true }) })
  }
  return found
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
 * Adds growth to complete years, over the organizations that report the figure for the year and the
 * year before, if there are at least `MIN_RETURNS`.
 */
export const toSectorSeries = (years: readonly SectorYearBody[]): SectorSeriesYear[] =>
  years.map((year) => ({ ...year, growth: year.isComplete ? growthOf(year) : {} }))

function growthOf({ growth }: SectorYearBody): SectorGrowth {
  const change = (key: string): number | undefined => {
    const both = growth[key]
    return both && both.filings >= MIN_RETURNS ? both.numerator / both.denominator - 1 : undefined
  }
  return knownFields({ revenueGrowth: change('revenue'), expenseGrowth: change('expenses') })
}
