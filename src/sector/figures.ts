import type { FactKey } from '../domain/facts/definitions.ts'

type Figure = {
  fact: FactKey
  label: string
  /** Where the 990 asks for it. */
  line: string
  /** Group and name of the figure in a SectorYear of surface A (interface part 2.1). */
  a: readonly ['Revenue' | 'Expenses' | 'BalanceSheet', string]
}

/**
 * The figures a sector year sums, with their lines of Form 990. Facts whose line of the summary is
 * blank fall back on the statement the summary is copied from (src/domain/facts/paths-990.ts).
 */
export const SECTOR_FIGURES = {
  revenue: {
    fact: 'totalRevenue',
    label: 'Total revenue',
    line: 'Part I, line 12',
    a: ['Revenue', 'Total'],
  },
  contributions: {
    fact: 'contributions',
    label: 'Contributions and grants',
    line: 'Part I, line 8',
    a: ['Revenue', 'Contributions'],
  },
  programServiceRevenue: {
    fact: 'programServiceRevenue',
    label: 'Program service revenue',
    line: 'Part I, line 9',
    a: ['Revenue', 'ProgramService'],
  },
  investmentIncome: {
    fact: 'investmentIncome',
    label: 'Investment income',
    line: 'Part I, line 10',
    a: ['Revenue', 'Investment'],
  },
  otherRevenue: {
    fact: 'otherRevenue',
    label: 'Other revenue, events and sales included',
    line: 'Part I, line 11',
    a: ['Revenue', 'Other'],
  },
  expenses: {
    fact: 'totalExpenses',
    label: 'Total expenses',
    line: 'Part I, line 18',
    a: ['Expenses', 'Total'],
  },
  programExpenses: {
    fact: 'programExpenses',
    label: 'Program service expenses',
    line: 'Part IX, line 25, column (B)',
    a: ['Expenses', 'ProgramServices'],
  },
  managementExpenses: {
    fact: 'managementExpenses',
    label: 'Management and general expenses',
    line: 'Part IX, line 25, column (C)',
    a: ['Expenses', 'ManagementAndGeneral'],
  },
  fundraisingExpenses: {
    fact: 'fundraisingExpenses',
    label: 'Fundraising expenses',
    line: 'Part IX, line 25, column (D)',
    a: ['Expenses', 'Fundraising'],
  },
  grantsPaid: {
    fact: 'grantsPaid',
    label: 'Grants and similar amounts paid',
    line: 'Part I, line 13',
    a: ['Expenses', 'GrantsTotal'],
  },
  domesticOrganizationGrants: {
    fact: 'grantsToDomesticOrganizations',
    label: 'Grants to domestic organizations and governments',
    line: 'Part IX, line 1, column (A)',
    a: ['Expenses', 'DomesticOrganizationGrants'],
  },
  domesticIndividualGrants: {
    fact: 'grantsToDomesticIndividuals',
    label: 'Grants to domestic individuals',
    line: 'Part IX, line 2, column (A)',
    a: ['Expenses', 'DomesticIndividualGrants'],
  },
  foreignGrants: {
    fact: 'foreignGrants',
    label: 'Grants to foreign organizations and individuals',
    line: 'Part IX, line 3, column (A)',
    a: ['Expenses', 'ForeignGrants'],
  },
  assets: {
    fact: 'totalAssetsEoy',
    label: 'Total assets, end of year',
    line: 'Part I, line 20, end of year',
    a: ['BalanceSheet', 'Assets'],
  },
  liabilities: {
    fact: 'totalLiabilitiesEoy',
    label: 'Total liabilities, end of year',
    line: 'Part I, line 21, end of year',
    a: ['BalanceSheet', 'Liabilities'],
  },
} as const satisfies Record<string, Figure>

export type SectorFigureKey = keyof typeof SECTOR_FIGURES
export const SECTOR_FIGURE_KEYS = Object.keys(SECTOR_FIGURES) as SectorFigureKey[]

type Ratio = { label: string; numerator: SectorFigureKey; denominator: SectorFigureKey }

/**
 * Quotients of two sums, each over the returns that report both lines: dividing sums of different
 * returns would compare some organizations' costs with others' totals.
 */
export const SECTOR_RATIOS = {
  programRatio: { label: 'Program ratio', numerator: 'programExpenses', denominator: 'expenses' },
  administrativeRatio: {
    label: 'Administrative ratio',
    numerator: 'managementExpenses',
    denominator: 'expenses',
  },
  fundraisingRatio: {
    label: 'Fundraising ratio',
    numerator: 'fundraisingExpenses',
    denominator: 'expenses',
  },
  missionDeploymentRate: {
    label: 'Mission Deployment Rate',
    numerator: 'programExpenses',
    denominator: 'revenue',
  },
  liabilitiesToAssets: {
    label: 'Liabilities to assets',
    numerator: 'liabilities',
    denominator: 'assets',
  },
} as const satisfies Record<string, Ratio>

export type SectorRatioKey = keyof typeof SECTOR_RATIOS
export const SECTOR_RATIO_KEYS = Object.keys(SECTOR_RATIOS) as SectorRatioKey[]
