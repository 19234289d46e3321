import type { Form } from '../domain/form.ts'
import { type FigureKey, HERO_FIGURES } from './figures.ts'

// Each set is in the order of the responses that use it.

/** Lines of an organization's latest filing in its index document and in exports. */
export const INDEX_FIGURES = ['revenue', 'expenses', 'assets'] as const

/** Sums over all returns on Form 990. */
export const SECTOR_FIGURE_KEYS = [
  'revenue',
  'contributions',
  'programServiceRevenue',
  'investmentIncome',
  'otherRevenue',
  'expenses',
  'programExpenses',
  'managementExpenses',
  'fundraisingExpenses',
  'grantsPaid',
  'domesticOrganizationGrants',
  'domesticIndividualGrants',
  'foreignGrants',
  'assets',
  'liabilities',
] as const satisfies FigureKey[]
export type SectorFigureKey = (typeof SECTOR_FIGURE_KEYS)[number]

/** The financial fields of a profile on surface B. */
export const PROFILE_FIGURES = [
  ...HERO_FIGURES,
  'netAssets',
  'programRatio',
  'fundraisingRatio',
  'administrativeRatio',
  'reserveMonths',
  'revenueGrowth',
  'officerCompensation',
  'highestPaidCompensation',
] as const satisfies FigureKey[]

/** Dollar amounts for each year of a series. */
export const SERIES_FIGURES = [
  ...HERO_FIGURES,
  'netAssets',
  'contributions',
  'programServiceRevenue',
  'investmentIncome',
  'otherRevenue',
  'programExpenses',
  'managementExpenses',
  'fundraisingExpenses',
  'grantsPaid',
  'officerCompensation',
] as const satisfies FigureKey[]
export type SeriesKey = (typeof SERIES_FIGURES)[number]

/** Ratios and growth of each year of a series; none of them needs the list of people. */
export const SERIES_RATIOS = [
  'programRatio',
  'administrativeRatio',
  'fundraisingRatio',
  'overheadRatio',
  'missionDeploymentRate',
  'reserveMonths',
  'liabilitiesToAssets',
  'officerCompensationShare',
  'independentShare',
  'revenueGrowth',
  'expenseGrowth',
  'revenueGrowthThreeYears',
  'programExpenseGrowthThreeYears',
] as const satisfies FigureKey[]
export type SeriesRatioKey = (typeof SERIES_RATIOS)[number]

/** The figures that organizations are compared by. Some are lines of one form only. */
export const COMPARED_GROUPS = [
  {
    title: 'Size',
    figures: ['revenue', 'expenses', 'revenueLessExpenses', 'assets', 'liabilities', 'netAssets'],
  },
  {
    title: 'Where the money comes from',
    figures: ['contributions', 'governmentGrants', 'programServiceRevenue', 'investmentIncome'],
  },
  {
    title: 'How it is spent',
    figures: [
      'programRatio',
      'administrativeRatio',
      'fundraisingRatio',
      'overheadRatio',
      'grantsPaid',
      'charitableDisbursements',
      'qualifyingDistributions',
    ],
  },
  {
    title: 'Strength and growth',
    figures: ['reserveMonths', 'liabilitiesToAssets', 'revenueGrowth', 'revenueGrowthThreeYears'],
  },
  {
    title: 'People and pay',
    figures: [
      'employees',
      'volunteers',
      'officerCompensation',
      'officerCompensationShare',
      'highestPaidCompensation',
    ],
  },
] as const satisfies readonly { title: string; figures: readonly FigureKey[] }[]

type ComparedKey = (typeof COMPARED_GROUPS)[number]['figures'][number]

export const COMPARED_FIGURES: readonly ComparedKey[] = COMPARED_GROUPS.flatMap(
  ({ figures }) => figures,
)

/** The metrics that organizations are compared by over the years. */
export const METRICS = {
  Revenue: 'revenue',
  Expenses: 'expenses',
  ProgramRatio: 'programRatio',
  Overhead: 'overheadRatio',
  Assets: 'assets',
  NetAssets: 'netAssets',
  OfficerCompensation: 'officerCompensation',
} as const satisfies Record<string, ComparedKey>
export type MetricName = keyof typeof METRICS
export const METRIC_NAMES = Object.keys(METRICS) as [MetricName, ...MetricName[]]

/**
 * The tiles at the head of a page: lines the form asks for, and figures that are shown if known.
 */
type Tiles = { asked: readonly FigureKey[]; found: readonly FigureKey[] }

const TOTALS: readonly FigureKey[] = [...HERO_FIGURES, 'revenueLessExpenses', 'netAssets']
const GROWTH_AND_PAY: readonly FigureKey[] = [
  'revenueGrowth',
  'officerCompensation',
  'highestPaidCompensation',
]
const GENERAL: Tiles = {
  asked: TOTALS,
  found: [
    'programRatio',
    'administrativeRatio',
    'fundraisingRatio',
    'reserveMonths',
    ...GROWTH_AND_PAY,
  ],
}

const LEADS_OF_990: readonly FigureKey[] = [
  'revenue',
  'expenses',
  'revenueLessExpenses',
  'assets',
  'netAssets',
]

/** The figures at the head of a page: its first four that are known. Postcards report none. */
export const LEADS: Record<Form, readonly FigureKey[]> = {
  '990': LEADS_OF_990,
  '990EZ': LEADS_OF_990,
  '990PF': ['grantsPaid', 'assetsFairMarketValue', 'revenue', 'expenses', 'assets'],
  '990T': ['unrelatedTaxableIncome', 'totalTax', 'assets'],
  '990N': [],
}

/** The tiles of each form, most important first. */
export const TILES: Record<Form, Tiles> = {
  '990': GENERAL,
  '990EZ': GENERAL,
  '990PF': {
    asked: [
      'assetsFairMarketValue',
      'charitableDisbursements',
      'grantsPaid',
      'qualifyingDistributions',
      'distributableAmount',
      'undistributedIncome',
      'netInvestmentIncome',
      ...TOTALS,
    ],
    found: ['distributionsToDistributableAmount', ...GROWTH_AND_PAY],
  },
  '990T': { asked: ['unrelatedTaxableIncome', 'totalTax', 'assets'], found: [] },
  '990N': { asked: [], found: [] },
}
