import { z } from 'zod'
import type { SectorYearBody } from '#mappings/sector.ts'
import { SECTOR_FIGURES } from '#src/figures/sector.ts'
import { SECTOR_FIGURE_KEYS } from '#src/figures/sets.ts'
import { wholeScore } from '#src/rating/rating.ts'
import { formatCount } from '../domain/money.ts'
import { readSectorStats, type SectorStats } from '../sector/read-sector.ts'
import { yearInput } from './parameters.ts'
import {
  at,
  bracketed,
  dollars,
  einAt,
  listAt,
  NOT_REPORTED,
  nameAt,
  numberAt,
  textAt,
} from './text.ts'
import { type Counted, defineTool, type OperationTool } from './tool.ts'

/** Totals over all loaded organizations. */
export const sectorStats = defineTool({
  name: 'sector_stats',
  description:
    'Returns totals for all organizations and filings: revenue, spending, and assets by tax year, and counts by form, exemption, and cause.',
  operation: {
    title: 'Sector totals',
    path: '/api/v2/stats',
    arguments: {},
    toText: sectorToText,
  },
  input: z.strictObject({
    year: yearInput.optional().describe('Tax year. Defaults to the latest complete year'),
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
      /** The requested year if it is loaded, otherwise the latest complete one. */
      year,
      // No filed value contains a sum over thousands of returns.
      citations: [],
      counted: [
        { label: 'Organizations with a return or postcard', value: charities },
        { label: 'Current filings', value: filings },
        ...(year ? countYear(year) : []),
      ],
    }
  },
})

/**
 * Returns the latest complete year; without one, the year with the most returns, or the later year
 * in a tie.
 */
const pickYear = (years: SectorStats['years'], complete: number | undefined) =>
  years.find(({ taxYear }) => taxYear === complete) ??
  years.toSorted((a, b) => b.filings - a.filings || b.taxYear - a.taxYear)[0]

/** Reads the sums of one tax year over all current Form 990 returns. */
const toShown = ({ taxYear, organizations, filings, isComplete, figures }: SectorYearBody) => ({
  taxYear,
  organizations,
  filings,
  /** Whether 90 % of the previous year's filers have filed. */
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
  { label: `Organizations in the totals for tax year ${taxYear}`, value: organizations },
  { label: `Form 990 returns for tax year ${taxYear}`, value: filings },
  ...figures.map(({ label, sum, filings: count }) => ({
    label: `${label}, tax year ${taxYear}, sum of ${count} returns`,
    value: sum,
  })),
]

/**
 * Returns the first value found at one of the paths: both operations have one form with a key and
 * another without.
 */
const either = (json: unknown, ...paths: string[]): unknown =>
  paths.map((path) => at(json, ...path.split('.'))).find((value) => value !== undefined)

function sectorToText(response: unknown): string[] {
  const overview = either(response, 'SectorOverview', 'data.sector_overview')
  const latest = either(overview, 'LatestCompleteYear', 'latest_complete_year')
  const year = listAt(either(overview, 'Years', 'years')).find(
    (one) => either(one, 'TaxYear', 'tax_year') === latest,
  )
  const sum = (...paths: string[]) => dollars(numberAt(either(year, ...paths)))
  const revenue = sum('Revenue.Total', 'figures.revenue.value')
  const expenses = sum('Expenses.Total', 'figures.expenses.value')
  const assets = sum('BalanceSheet.Assets', 'figures.assets.value')
  const filers = count(either(year, 'OrganizationCount', 'organizations'))
  return [
    `${count(either(response, 'Charities', 'data.charities'))} organizations with ${count(either(response, 'Filings', 'data.filings'))} filings.`,
    ...(year === undefined
      ? []
      : [
          `Form 990 totals for tax year ${latest}, the latest complete year: revenue ${revenue}, expenses ${expenses}, assets ${assets}, from ${filers} organizations.`,
        ]),
    'Later years are incomplete: the IRS publishes returns six to twelve months after a fiscal year ends, or later.',
  ]
}

const count = (value: unknown): string =>
  typeof value === 'number' ? formatCount(value) : 'an unknown number of'

export const topLists: OperationTool = {
  name: 'top_lists',
  description:
    'Returns this week’s top ten rated organizations for each cause. Without a key, ranks by prominence (logarithm of revenue, multiplied by rating) and includes Refs. With a key, ranks by filed revenue. The response is long.',
  operation: {
    title: 'Top ten organizations by cause',
    path: '/api/v2/top-lists',
    arguments: {},
    // In full, because the JSON is too long to be repeated as text.
    toText: topListsToText,
  },
}

// Stated once, because the full lists have 250 lines.
const OF_ALL_LISTS =
  'Each amount is the revenue in the latest return, for the tax year shown. The score is the rating from 0 to 100, as a whole number. Size says nothing about quality.'

function topListsToText(response: unknown): string[] {
  const note = textAt(response, 'data', 'note')
  if (note) return [note]
  const year = numberAt(either(response, 'FilingYear', 'data.filing_year')) ?? 'unknown'
  const order = at(response, 'data')
    ? `most prominent first (prominence is the logarithm of revenue, multiplied by the score). ${OF_ALL_LISTS}`
    : `largest revenue first. ${OF_ALL_LISTS} Call get_profile for Refs.`
  return [
    `Organizations whose latest return is for tax year ${year} or later, ${order}`,
    ...listAt(either(response, 'Lists', 'data.lists')).flatMap((list) => [
      `${textAt(either(list, 'Title', 'title'))}:`,
      ...listAt(either(list, 'Organizations', 'organizations')).map(listedLine),
    ]),
  ]
}

/** An organization of a list; only the form without a key has Refs. */
function listedLine(one: unknown): string {
  const name = `${nameAt(either(one, 'Name', 'name'))} (EIN ${einAt(either(one, 'EIN', 'ein'))})`
  const revenue = dollars(numberAt(either(one, 'revenue.value', 'Revenue')))
  const year = numberAt(either(one, 'LatestYear', 'latest_year')) ?? NOT_REPORTED
  const score = numberAt(either(one, 'score.value', 'Score'))
  const points = score === undefined ? NOT_REPORTED : wholeScore(score)
  const refAt = (figure: string) => bracketed(textAt(one, figure, 'ref'))
  return `- ${name}: ${revenue} in ${year}${refAt('revenue')}; score ${points}${refAt('score')}`
}
