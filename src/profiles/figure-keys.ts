import type { FactKey } from '../domain/facts/definitions.ts'
import type { Form } from '../domain/form.ts'
import type { FieldSource } from './named-figures.ts'

/** A figure's source; `on` has the line of forms that tell the same under another name. */
type FigureSource = FieldSource & { on?: Partial<Record<Form, FactKey>> }

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
  distributionsToDistributableAmount: { derived: 'distributionsToDistributableAmount' },
  exciseTax: { fact: 'exciseTax' },
  // Line 7b of Form 990 repeats what Form 990-T comes to.
  unrelatedTaxableIncome: { fact: 'unrelatedTaxableIncome', on: { '990': 'netUnrelatedIncome' } },
  grossUnrelatedIncome: { fact: 'grossUnrelatedIncome' },
  totalTax: { fact: 'totalTax' },
} as const satisfies Record<string, FigureSource>

export type FigureKey = keyof typeof FIGURES

/** What a figure is taken from on a form. */
export function sourceOf(key: FigureKey, form: Form): FieldSource {
  const { on, ...source }: FigureSource = FIGURES[key]
  const fact = on?.[form]
  return fact ? { ...source, fact } : source
}

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
