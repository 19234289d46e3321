import { z } from 'zod'
import type { SectorYearBody } from '#mappings/sector.ts'
import { SECTOR_FIGURE_KEYS, SECTOR_FIGURES } from '../../sector/figures.ts'
import { readSectorStats, type SectorStats } from '../../sector/read-sector.ts'
import type { AssistantDeps } from '../deps.ts'
import { yearParam } from './params.ts'
import type { Counted, Tool, ToolAnswer } from './tool.ts'

/** Sums of one tax year over all current Form 990 returns. */
export type SectorYearShown = {
  taxYear: number
  organizations: number
  filings: number
  /** Whether 90 % of the year before's filers are in; absent where that cannot be told. */
  isComplete?: boolean
  /** Dollars by name of the figure; what no return reports is absent. */
  figures: { key: string; label: string; sum: number; filings: number }[]
}

export type ReadSectorAnswer = ToolAnswer & {
  /** Organizations with a return or postcard. */
  charities: number
  filings: number
  /** The latest year nearly all filers are in; absent where there is none. */
  latestCompleteYear?: number
  /** Of the year asked for where it is loaded, else of that year, else the year most returns are of. */
  year?: SectorYearShown
}

const params = z.strictObject({
  year: yearParam.optional().describe('Tax year; the latest complete one where nothing is said'),
})

async function run(
  deps: AssistantDeps,
  { year: wanted }: z.output<typeof params>,
): Promise<ReadSectorAnswer> {
  const { stats, years } = await readSectorStats(deps)
  const { charities, filings } = stats
  const latestCompleteYear = stats.overview?.latestCompleteYear
  const asked = years.find(({ taxYear }) => taxYear === wanted)
  const year = asked ? toShown(asked) : pickYear(years, latestCompleteYear)
  return {
    charities,
    filings,
    ...(latestCompleteYear !== undefined && { latestCompleteYear }),
    ...(year && { year }),
    // Sums over thousands of returns: no leaf holds one.
    citations: [],
    counted: [
      { label: 'Organizations with a return or postcard', value: charities },
      { label: 'Current filings', value: filings },
      ...(year ? countYear(year) : []),
    ],
  }
}

/** The latest complete year; without one the year most returns are of, the later of equal ones. */
function pickYear(
  years: SectorStats['years'],
  complete: number | undefined,
): SectorYearShown | undefined {
  const most = years.toSorted((a, b) => b.filings - a.filings || b.taxYear - a.taxYear)[0]
  const picked = years.find(({ taxYear }) => taxYear === complete) ?? most
  return picked && toShown(picked)
}

const toShown = (year: SectorYearBody): SectorYearShown => {
  const { taxYear, organizations, filings, isComplete, figures } = year
  return {
    taxYear,
    organizations,
    filings,
    ...(isComplete !== undefined && { isComplete }),
    figures: SECTOR_FIGURE_KEYS.flatMap((key) => {
      const figure = figures[key]
      return figure ? [{ key, label: SECTOR_FIGURES[key].label, ...figure }] : []
    }),
  }
}

const countYear = ({ taxYear, organizations, filings, figures }: SectorYearShown): Counted[] => [
  { label: `Organizations in the sums of tax year ${taxYear}`, value: organizations },
  { label: `Form 990 returns of tax year ${taxYear}`, value: filings },
  ...figures.map(({ label, sum, filings: count }) => ({
    label: `${label}, tax year ${taxYear}, sum over ${count} returns`,
    value: sum,
  })),
]

/** Totals over all organizations loaded. */
export const readSector: Tool<typeof params, ReadSectorAnswer> = {
  name: 'read_sector',
  description:
    'Totals of the whole loaded sector: organizations, filings, and the sums of a tax year, by default the latest complete one, in whole US dollars.',
  params,
  run,
}
