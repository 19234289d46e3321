import { z } from 'zod'
import type { SectorYearBody } from '#mappings/sector.ts'
import { SECTOR_FIGURES } from '#src/figures/sector.ts'
import { SECTOR_FIGURE_KEYS } from '#src/figures/sets.ts'
import { readSectorStats, type SectorStats } from '../../sector/read-sector.ts'
import { yearInput } from '../parameters.ts'
import { at, dollars, listAt, numberAt } from '../text.ts'
import { type Counted, defineTool } from '../tool.ts'

/** Totals over all loaded organizations. */
export const sectorStats = defineTool({
  name: 'sector_stats',
  description:
    'Totals of all organizations and filings: revenue, spending, assets by tax year, and counts by form and kind.',
  operation: {
    title: 'The sector as a whole',
    path: '/api/v2/stats',
    arguments: {},
    toText: sectorToText,
  },
  input: z.strictObject({
    year: yearInput.optional().describe('Tax year; by default the latest complete one'),
  }),
  run: async (deps, { year: wanted }) => {
    const { stats, years } = await readSectorStats(deps)
    const { charities, filings } = stats
    const latestCompleteYear = stats.overview?.latestCompleteYear
    const asked = years.find(({ taxYear }) => taxYear === wanted)
    const found = asked ?? pickYear(years, latestCompleteYear)
    const year = found && toShown(found)
    return {
      /** Organizations with a return or postcard. */
      charities,
      filings,
      /** The latest year with nearly all returns. */
      latestCompleteYear,
      /** The year asked for if it is loaded, else the latest complete one. */
      year,
      // No filed value holds a sum over thousands of returns.
      citations: [],
      counted: [
        { label: 'Organizations with a return or postcard', value: charities },
        { label: 'Current filings', value: filings },
        ...(year ? countYear(year) : []),
      ],
    }
  },
})

/** The latest complete year; without one, the year with most returns, or the later of equal ones. */
const pickYear = (years: SectorStats['years'], complete: number | undefined) =>
  years.find(({ taxYear }) => taxYear === complete) ??
  years.toSorted((a, b) => b.filings - a.filings || b.taxYear - a.taxYear)[0]

/** Sums of one tax year over all current Form 990 returns. */
const toShown = ({ taxYear, organizations, filings, isComplete, figures }: SectorYearBody) => ({
  taxYear,
  organizations,
  filings,
  /** Whether 90 % of the filers of the year before have filed. */
  isComplete,
  figures: SECTOR_FIGURE_KEYS.flatMap((key) => {
    const figure = figures[key]
    return figure ? [{ key, label: SECTOR_FIGURES[key].label, ...figure }] : []
  }),
})

const countYear = ({
  taxYear,
  organizations,
  filings,
  figures,
}: ReturnType<typeof toShown>): Counted[] => [
  { label: `Organizations in the sums of tax year ${taxYear}`, value: organizations },
  { label: `Form 990 returns of tax year ${taxYear}`, value: filings },
  ...figures.map(({ label, sum, filings: count }) => ({
    label: `${label}, tax year ${taxYear}, sum over ${count} returns`,
    value: sum,
  })),
]

// The operation has one form without a key and another with one.
function sectorToText(response: unknown): string[] {
  const { organizations, filings, latest, year } = at(response, 'data')
    ? readWithoutKey(at(response, 'data'))
    : readWithKey(response)
  return [
    `${count(organizations)} organizations with ${count(filings)} filings.`,
    ...(year
      ? [
          `Form 990, tax year ${latest}, the latest that is complete: revenue ${dollars(year.revenue)}, expenses ${dollars(year.expenses)}, assets ${dollars(year.assets)}, of ${count(year.organizations)} organizations.`,
        ]
      : []),
    'Later years are partial: returns arrive up to two years after a year ends.',
  ]
}

const count = (value: number | undefined): string =>
  value === undefined ? 'an unknown number of' : value.toLocaleString('en-US')

function readWithoutKey(data: unknown) {
  const overview = at(data, 'sector_overview')
  const latest = numberAt(overview, 'latest_complete_year')
  const year = listAt(overview, 'years').find((one) => numberAt(one, 'tax_year') === latest)
  const sum = (key: string) => numberAt(year, 'figures', key, 'value')
  return {
    organizations: numberAt(data, 'charities'),
    filings: numberAt(data, 'filings'),
    latest,
    year: year !== undefined && {
      revenue: sum('revenue'),
      expenses: sum('expenses'),
      assets: sum('assets'),
      organizations: numberAt(year, 'organizations'),
    },
  }
}

function readWithKey(response: unknown): ReturnType<typeof readWithoutKey> {
  const overview = at(response, 'SectorOverview')
  const latest = numberAt(overview, 'LatestCompleteYear')
  const year = listAt(overview, 'Years').find((one) => numberAt(one, 'TaxYear') === latest)
  return {
    organizations: numberAt(response, 'Charities'),
    filings: numberAt(response, 'Filings'),
    latest,
    year: year !== undefined && {
      revenue: numberAt(year, 'Revenue', 'Total'),
      expenses: numberAt(year, 'Expenses', 'Total'),
      assets: numberAt(year, 'BalanceSheet', 'Assets'),
      organizations: numberAt(year, 'OrganizationCount'),
    },
  }
}
