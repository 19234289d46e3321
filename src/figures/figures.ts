import { type FiledNumber, type Readable, readNumber } from '../domain/evidence.ts'
import { FACTS, type FactKey, isAmount, labelOf } from '../domain/facts/definitions.ts'
import { DERIVED, type DerivedKey } from '../domain/facts/derived.ts'
import type { Form } from '../domain/form.ts'
import { knownFields } from '../domain/known-fields.ts'

/** A filed fact, and the derived figure that replaces it if the filing does not report it. */
export type FieldSource = { fact?: FactKey; derived?: DerivedKey }

/** The source of a figure, and its names if they differ from its key or label. */
type Figure = FieldSource & {
  /** The fact of forms that report the same figure under another name. */
  on?: Partial<Record<Form, FactKey>>
  /** Its short name on the page of an organization. */
  name?: string
  /** Its name on the page and in surface A's money flow. */
  a?: string
  /** Its name in the profile of surface B, in camel case. */
  b?: string
  /** Its group and name in a sector year of surface A. */
  sectorA?: readonly ['Revenue' | 'Expenses' | 'BalanceSheet', string]
}

/** The main figures of a filing, in the order that most responses use. */
export const FIGURES = {
  revenue: {
    fact: 'totalRevenue',
    name: 'Total revenue',
    a: 'Revenue',
    b: 'totalRevenue',
    sectorA: ['Revenue', 'Total'],
  },
  expenses: {
    fact: 'totalExpenses',
    name: 'Total expenses',
    a: 'Expense',
    b: 'totalExpenses',
    sectorA: ['Expenses', 'Total'],
  },
  revenueLessExpenses: { fact: 'revenueLessExpenses' },
  assets: {
    fact: 'totalAssetsEoy',
    name: 'Total assets',
    a: 'Assets',
    b: 'totalAssets',
    sectorA: ['BalanceSheet', 'Assets'],
  },
  liabilities: {
    fact: 'totalLiabilitiesEoy',
    name: 'Total liabilities',
    a: 'Liabilities',
    b: 'totalLiabilities',
    sectorA: ['BalanceSheet', 'Liabilities'],
  },
  netAssets: { fact: 'netAssetsEoy', derived: 'netAssets', name: 'Net assets' },
  cash: { fact: 'cashEoy' },
  grossReceipts: { fact: 'grossReceipts' },
  contributions: { fact: 'contributions', sectorA: ['Revenue', 'Contributions'] },
  governmentGrants: { fact: 'governmentGrants' },
  programServiceRevenue: { fact: 'programServiceRevenue', sectorA: ['Revenue', 'ProgramService'] },
  membershipDues: { fact: 'membershipDues' },
  investmentIncome: {
    fact: 'investmentIncome',
    derived: 'investmentIncome',
    sectorA: ['Revenue', 'Investment'],
  },
  otherRevenue: { fact: 'otherRevenue', sectorA: ['Revenue', 'Other'] },
  programExpenses: { fact: 'programExpenses', sectorA: ['Expenses', 'ProgramServices'] },
  managementExpenses: { fact: 'managementExpenses', sectorA: ['Expenses', 'ManagementAndGeneral'] },
  fundraisingExpenses: { fact: 'fundraisingExpenses', sectorA: ['Expenses', 'Fundraising'] },
  grantsPaid: {
    fact: 'grantsPaid',
    name: 'Grants paid, per books',
    sectorA: ['Expenses', 'GrantsTotal'],
  },
  salaries: { fact: 'salaries' },
  officerCompensation: {
    fact: 'officerCompensation',
    derived: 'officerCompensation',
    name: 'Officer compensation',
  },
  highestPaidCompensation: {
    derived: 'highestPaidCompensation',
    name: 'Highest-paid person, total compensation',
  },
  employees: { fact: 'employees' },
  volunteers: { fact: 'volunteers' },
  votingMembers: { fact: 'votingMembers' },
  independentMembers: { fact: 'independentMembers' },
  programRatio: { derived: 'programRatio' },
  administrativeRatio: { derived: 'administrativeRatio', b: 'adminRatio' },
  fundraisingRatio: { derived: 'fundraisingRatio' },
  overheadRatio: { derived: 'overheadRatio' },
  costToRaiseADollar: { derived: 'costToRaiseADollar' },
  missionDeploymentRate: { derived: 'missionDeploymentRate' },
  reserveMonths: { derived: 'reserveMonths', name: 'Reserves' },
  liabilitiesToAssets: { derived: 'liabilitiesToAssets' },
  officerCompensationShare: { derived: 'officerCompensationShare' },
  independentShare: { derived: 'independentShare' },
  revenueGrowth: { derived: 'revenueGrowth', name: 'Revenue growth from the previous year' },
  expenseGrowth: { derived: 'expenseGrowth' },
  revenueGrowthThreeYears: { derived: 'revenueGrowthThreeYears' },
  programExpenseGrowthThreeYears: { derived: 'programExpenseGrowthThreeYears' },
  assetsFairMarketValue: { fact: 'assetsFairMarketValue', name: 'Assets, fair market value' },
  charitableDisbursements: { fact: 'charitableDisbursements', name: 'Disbursed for charity' },
  netInvestmentIncome: { fact: 'netInvestmentIncome', name: 'Net investment income' },
  minimumInvestmentReturn: { fact: 'minimumInvestmentReturn' },
  distributableAmount: { fact: 'distributableAmount', name: 'Distributable amount' },
  qualifyingDistributions: { fact: 'qualifyingDistributions', name: 'Qualifying distributions' },
  undistributedIncome: { fact: 'undistributedIncome', name: 'Undistributed income' },
  distributionsToDistributableAmount: { derived: 'distributionsToDistributableAmount' },
  exciseTax: { fact: 'exciseTax' },
  // Line 7b of Form 990 repeats the result of Form 990-T.
  unrelatedTaxableIncome: {
    fact: 'unrelatedTaxableIncome',
    on: { '990': 'netUnrelatedIncome' },
    name: 'Unrelated taxable income',
  },
  grossUnrelatedIncome: { fact: 'grossUnrelatedIncome' },
  totalTax: { fact: 'totalTax', name: 'Total tax' },
  domesticOrganizationGrants: {
    fact: 'grantsToDomesticOrganizations',
    sectorA: ['Expenses', 'DomesticOrganizationGrants'],
  },
  domesticIndividualGrants: {
    fact: 'grantsToDomesticIndividuals',
    sectorA: ['Expenses', 'DomesticIndividualGrants'],
  },
  foreignGrants: { fact: 'foreignGrants', sectorA: ['Expenses', 'ForeignGrants'] },
} as const satisfies Record<string, Figure>

type Amount = {
  [Key in FactKey]: (typeof FACTS)[Key][0] extends 'money' | 'count' | 'share' ? Key : never
}[FactKey]
export type FigureKey = keyof typeof FIGURES | Amount

const named: Partial<Record<FigureKey, Figure>> = FIGURES
const figureOf = (key: FigureKey): Figure => named[key] ?? { fact: key as Amount }

const sources = new Set(Object.values<Figure>(FIGURES).map(({ fact }) => fact))

/** Every figure by name: those above, and each other amount or count that a return has. */
export const FIGURE_KEYS = [
  ...Object.keys(FIGURES),
  ...Object.entries(FACTS).flatMap(([key, [kind]]) =>
    isAmount(kind) && !sources.has(key as FactKey) ? [key] : [],
  ),
] as [FigureKey, ...FigureKey[]]

/** Returns what a figure is read from on a form. */
export function sourceOf(key: FigureKey, form: Form): FieldSource {
  const { fact, derived, on } = figureOf(key)
  return knownFields({ fact: on?.[form] ?? fact, derived })
}

/** Returns the name of a figure on the page of an organization. */
export const nameOf = (key: FigureKey): string => {
  const { name, fact, derived } = figureOf(key)
  if (name) return name
  return derived ? DERIVED[derived].label : fact ? labelOf(fact, '990') : key
}

/** Returns the name of a figure without the time of a balance: "Net assets", "Cash". */
export const shortNameOf = (key: FigureKey): string => nameOf(key).replace(/, end of year$/, '')

/** Returns the name of a figure in the profile of surface B, in camel case. */
export const nameOnB = (key: FigureKey): string => figureOf(key).b ?? key

/** Returns whether a figure is computed from the people a filing lists. */
export function needsPeople(key: FigureKey): boolean {
  const { derived } = figureOf(key)
  const definition = derived ? DERIVED[derived] : {}
  return 'needs' in definition && definition.needs === 'people'
}

/** The four totals at the head of a page and in the trend of a money flow. */
export const HERO_FIGURES = ['revenue', 'expenses', 'assets', 'liabilities'] as const
export type HeroKey = (typeof HERO_FIGURES)[number]
type HeroName = (typeof FIGURES)[HeroKey]['a']

/** Returns what a filing reports for each hero figure. */
export const readHero = (filing: Readable): Record<HeroKey, FiledNumber> =>
  Object.fromEntries(
    HERO_FIGURES.map((key) => [key, readNumber(filing, FIGURES[key].fact)]),
  ) as Record<HeroKey, FiledNumber>

/** Returns one value for each hero figure, by its name on surface A. */
export const heroFieldsOfA = <Value>(of: (key: HeroKey) => Value): Record<HeroName, Value> =>
  Object.fromEntries(HERO_FIGURES.map((key) => [FIGURES[key].a, of(key)])) as Record<
    HeroName,
    Value
  >

/** Returns one value for each hero figure, by its name on surface B. */
export const heroFieldsOfB = <Value>(
  of: (key: HeroKey) => Value,
): Record<Lowercase<HeroName>, Value> =>
  Object.fromEntries(HERO_FIGURES.map((key) => [FIGURES[key].a.toLowerCase(), of(key)])) as Record<
    Lowercase<HeroName>,
    Value
  >
