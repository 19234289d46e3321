import type { FieldSource } from '../../profiles/named-figures.ts'

/**
 * The figures people ask for, in the order they are shown: the filed fact, and what stands for it
 * where a form has no line (interface part 2.2).
 */
export const FIGURES = {
  revenue: { fact: 'totalRevenue' },
  expenses: { fact: 'totalExpenses' },
  revenueLessExpenses: { fact: 'revenueLessExpenses' },
  assets: { fact: 'totalAssetsEoy' },
  liabilities: { fact: 'totalLiabilitiesEoy' },
  netAssets: { fact: 'netAssetsEoy', derived: 'netAssets' },
  cash: { fact: 'cashEoy' },
  grossReceipts: { fact: 'grossReceipts' },
  contributions: { fact: 'contributions' },
  governmentGrants: { fact: 'governmentGrants' },
  programServiceRevenue: { fact: 'programServiceRevenue' },
  membershipDues: { fact: 'membershipDues' },
  investmentIncome: { fact: 'investmentIncome', derived: 'investmentIncome' },
  otherRevenue: { fact: 'otherRevenue' },
  programExpenses: { fact: 'programExpenses' },
  managementExpenses: { fact: 'managementExpenses' },
  fundraisingExpenses: { fact: 'fundraisingExpenses' },
  grantsPaid: { fact: 'grantsPaid' },
  salaries: { fact: 'salaries' },
  officerCompensation: { fact: 'officerCompensation', derived: 'officerCompensation' },
  highestPaidCompensation: { derived: 'highestPaidCompensation' },
  employees: { fact: 'employees' },
  volunteers: { fact: 'volunteers' },
  votingMembers: { fact: 'votingMembers' },
  independentMembers: { fact: 'independentMembers' },
  programRatio: { derived: 'programRatio' },
  administrativeRatio: { derived: 'administrativeRatio' },
  fundraisingRatio: { derived: 'fundraisingRatio' },
  missionDeploymentRate: { derived: 'missionDeploymentRate' },
  reserveMonths: { derived: 'reserveMonths' },
  liabilitiesToAssets: { derived: 'liabilitiesToAssets' },
  officerCompensationShare: { derived: 'officerCompensationShare' },
  independentShare: { derived: 'independentShare' },
  revenueGrowth: { derived: 'revenueGrowth' },
  expenseGrowth: { derived: 'expenseGrowth' },
  revenueGrowthThreeYears: { derived: 'revenueGrowthThreeYears' },
  programExpenseGrowthThreeYears: { derived: 'programExpenseGrowthThreeYears' },
  assetsFairMarketValue: { fact: 'assetsFairMarketValue' },
  charitableDisbursements: { fact: 'charitableDisbursements' },
  netInvestmentIncome: { fact: 'netInvestmentIncome' },
  minimumInvestmentReturn: { fact: 'minimumInvestmentReturn' },
  distributableAmount: { fact: 'distributableAmount' },
  qualifyingDistributions: { fact: 'qualifyingDistributions' },
  undistributedIncome: { fact: 'undistributedIncome' },
  exciseTax: { fact: 'exciseTax' },
  unrelatedTaxableIncome: { fact: 'unrelatedTaxableIncome' },
  totalTax: { fact: 'totalTax' },
} as const satisfies Record<string, FieldSource>

export type FigureKey = keyof typeof FIGURES
export const FIGURE_KEYS = Object.keys(FIGURES) as [FigureKey, ...FigureKey[]]

/** Shown where nothing particular is asked for: what sums a year up. */
export const MAIN_FIGURES: FigureKey[] = [
  'revenue',
  'expenses',
  'assets',
  'liabilities',
  'netAssets',
  'programRatio',
  'reserveMonths',
]
