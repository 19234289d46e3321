import type { SectorYearBody, StatsBody } from '#mappings/sector.ts'
import { groupBy } from '../domain/es2024.ts'
import { knownFields } from '../domain/known-fields.ts'
import { findCause, nteeLabel } from '../domain/ntee.ts'
import { US_STATES } from '../domain/places.ts'
import { describeSubsection } from '../domain/registry-codes.ts'

/** Number of organizations with a filing that have a cause and are registered in a state. */
export type CauseInState = { code: string; state: string; count: number; large: number }

const MAX_EXAMPLES = 4
/** Longer labels are lists of causes, which nobody types. */
const MAX_LABEL_LENGTH = 28

/**
 * Returns up to four searches in plain words that find something: a cause in a state, another cause
 * in another state, a cause with large organizations, and the largest of the commonest state.
 */
export function toExamples(found: readonly CauseInState[]): string[] {
  const named = found.flatMap((one) => {
    const cause = labelOf(one.code)
    const state = US_STATES[one.state]
    return cause && state ? [{ ...one, cause, place: state }] : []
  })
  const [first] = named
  const second = named.find(({ code, state }) => code !== first?.code && state !== first?.state)
  const large = named
    .filter(({ code }) => code !== first?.code && code !== second?.code)
    .toSorted((a, b) => b.large - a.large)
    .find((one) => one.large > 0)
  const states = groupBy(named, ({ place }) => place)
  const [state] = [...states].toSorted((a, b) => sum(b[1]) - sum(a[1]))[0] ?? []
  return [
    ...(first ? [`${first.cause} in ${first.place}`] : []),
    ...(second ? [`${second.cause} in ${second.place}`] : []),
    ...(large ? [`${large.cause} with revenue over $1 million`] : []),
    ...(state ? [`largest nonprofits in ${state}`] : []),
  ].slice(0, MAX_EXAMPLES)
}

const sum = (some: readonly CauseInState[]): number =>
  some.reduce((total, { count }) => total + count, 0)

/** Returns the cause as people type it, if the search reads it as exactly this cause. */
function labelOf(code: string): string | undefined {
  const label = nteeLabel(code)?.label
  if (!label || label.length > MAX_LABEL_LENGTH || /N\.E\.C|^Z/.test(label)) return undefined
  return findCause(label).codes?.includes(code)
    ? label.toLowerCase().replace(' & ', ' and ')
    : undefined
}

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
export type SectorSeriesYear = SectorYearBody & { growth: SectorGrowth }

/** With fewer returns, one organization decides how a total changes. */
const MIN_RETURNS = 10

/**
 * Adds growth to years. Only consecutive complete years are compared, because partial sums still
 * grow, and only if `MIN_RETURNS` returns of both years report the figure.
 */
export function toSectorSeries(years: readonly SectorYearBody[]): SectorSeriesYear[] {
  const byYear = new Map(years.map((year) => [year.taxYear, year]))
  return years.map((year) => ({ ...year, growth: growthOf(year, byYear.get(year.taxYear - 1)) }))
}

function growthOf(year: SectorYearBody, before: SectorYearBody | undefined): SectorGrowth {
  if (!year.isComplete || !before?.isComplete) return {}
  const change = (key: string): number | undefined => {
    const [now, then] = [year.figures[key], before.figures[key]]
    const isKnown = now && then && Math.min(now.filings, then.filings) >= MIN_RETURNS
    return isKnown && then.sum > 0 ? now.sum / then.sum - 1 : undefined
  }
  return knownFields({ revenueGrowth: change('revenue'), expenseGrowth: change('expenses') })
}
