import type { SectorYearBody } from '#mappings/sector.ts'

/** Change from the year before, as a share of it. */
type SectorGrowth = { revenueGrowth?: number; expenseGrowth?: number }
export type SectorSeriesYear = SectorYearBody & { growth: SectorGrowth }

/** Adds growth to years. Only consecutive complete years are compared; partial sums still grow. */
export function toSectorSeries(years: readonly SectorYearBody[]): SectorSeriesYear[] {
  const byYear = new Map(years.map((year) => [year.taxYear, year]))
  return years.map((year) => ({ ...year, growth: growthOf(year, byYear.get(year.taxYear - 1)) }))
}

function growthOf(year: SectorYearBody, before: SectorYearBody | undefined): SectorGrowth {
  if (!year.isComplete || !before?.isComplete) return {}
  const change = (key: string): number | undefined => {
    const [now, then] = [year.figures[key]?.sum, before.figures[key]?.sum]
    return now === undefined || then === undefined || then <= 0 ? undefined : now / then - 1
  }
  const [revenueGrowth, expenseGrowth] = [change('revenue'), change('expenses')]
  return {
    ...(revenueGrowth !== undefined && { revenueGrowth }),
    ...(expenseGrowth !== undefined && { expenseGrowth }),
  }
}
