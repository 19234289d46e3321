import type { SectorYearBody } from '#mappings/sector.ts'
import { knownFields } from '../domain/known-fields.ts'

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
