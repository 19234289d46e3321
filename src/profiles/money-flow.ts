import type { FactKey } from '../domain/facts/definitions.ts'
import { labelOf } from '../domain/facts/definitions-by-form.ts'
import type { Facts } from '../domain/facts/read-facts.ts'
import type { Form } from '../domain/form.ts'
import { isShortYear, type TaxPeriod } from '../domain/tax-period.ts'
import { refOf } from './ref-of.ts'
import type { YearlyFiling } from './store/read-filing.ts'

/** A year of a series; one without a filing, or whose filing lacks the figure, has no value. */
export type FlowPoint = { year: number; value?: number; ref?: string }

/**
 * A line of a breakdown: `total`, a `part` of it, a `detail` (it is in a part, or in the total,
 * already), of expenses a `function` (program, management, fundraising: another split of the
 * total), or what stands `beside` them and is in none: of another day, value or basis.
 */
export type FlowRole = 'total' | 'part' | 'detail' | 'function' | 'beside'
export type FlowLine = { key: FactKey; role: FlowRole; label: string; value: number; ref: string }

export type MoneyFlow = {
  trend: Record<'revenue' | 'expense' | 'assets' | 'liabilities', FlowPoint[]>
  revenues: FlowLine[]
  expenses: FlowLine[]
  assets: FlowLine[]
  liabilities: FlowLine[]
  fundBalance: FlowLine[]
}

/** What a filing's flow is read from. */
export type FlowFiling = Pick<YearlyFiling, 'objectId' | 'form' | 'taxYear' | 'facts'>

type Lines = Partial<Record<FlowRole, readonly FactKey[]>>

/** Lines of each form, as its summary of revenue and expenses adds them up. */
const REVENUES: Partial<Record<Form, Lines>> = {
  '990': {
    total: ['totalRevenue'],
    part: ['contributions', 'programServiceRevenue', 'investmentIncome', 'otherRevenue'],
    detail: ['governmentGrants', 'membershipDues', 'assetSaleGain', 'inventorySalesProfit'],
  },
  '990EZ': {
    total: ['totalRevenue'],
    part: [
      'contributions',
      'programServiceRevenue',
      'membershipDues',
      'investmentIncome',
      'assetSaleGain',
      'specialEventsNetIncome',
      'inventorySalesProfit',
      'otherRevenue',
    ],
  },
  '990PF': {
    total: ['totalRevenue'],
    part: [
      'contributions',
      'interestIncome',
      'dividendIncome',
      'grossRents',
      'assetSaleGain',
      'inventorySalesProfit',
      'otherRevenue',
    ],
  },
}

const EXPENSES: Partial<Record<Form, Lines>> = {
  '990': {
    total: ['totalExpenses'],
    part: [
      'grantsPaid',
      'benefitsPaid',
      'salaries',
      'professionalFundraisingFees',
      'otherExpenses',
    ],
    function: ['programExpenses', 'managementExpenses', 'fundraisingExpenses'],
    detail: [
      'grantsToDomesticOrganizations',
      'grantsToDomesticIndividuals',
      'foreignGrants',
      'officerCompensation',
    ],
  },
  '990EZ': {
    total: ['totalExpenses'],
    part: [
      'grantsPaid',
      'benefitsPaid',
      'salaries',
      'contractorFees',
      'occupancy',
      'printing',
      'otherExpenses',
    ],
    function: ['programExpenses'],
  },
  '990PF': {
    total: ['totalExpenses'],
    part: [
      'officerCompensation',
      'salaries',
      'pensionAndBenefits',
      'legalFees',
      'accountingFees',
      'otherProfessionalFees',
      'interestExpense',
      'taxesPaid',
      'depreciation',
      'occupancy',
      'travelAndMeetings',
      'printing',
      'otherExpenses',
      'grantsPaid',
    ],
    // Column (d), on cash basis; no split of column (a).
    beside: ['charitableDisbursements'],
  },
}

const ASSETS: Lines = {
  total: ['totalAssetsEoy'],
  detail: ['cashEoy', 'savingsEoy'],
  beside: ['totalAssetsBoy', 'assetsFairMarketValue'],
}
const LIABILITIES: Lines = { total: ['totalLiabilitiesEoy'], beside: ['totalLiabilitiesBoy'] }
const FUND_BALANCE: Lines = {
  total: ['netAssetsEoy'],
  part: [
    'unrestrictedNetAssetsEoy',
    'restrictedNetAssetsEoy',
    'temporarilyRestrictedEoy',
    'permanentlyRestrictedEoy',
  ],
  beside: ['netAssetsBoy', 'revenueLessExpenses'],
}

/** A tax year that a series has a filing of. */
export type FlowYear = { year: number; isShortYear: boolean }

/** Which years of a series have a filing, and which of those are short: others are gaps. */
export function toFlowYears(
  years: readonly (Pick<FlowFiling, 'taxYear'> & TaxPeriod)[],
): FlowYear[] {
  // As in the points, the one with the later period end stands for a year of two.
  const byYear = new Map(years.map((filing) => [filing.taxYear, isShortYear(filing)]))
  return [...byYear].map(([year, isShort]) => ({ year, isShortYear: isShort }))
}

/** Facts of a form that a flow of money shows. */
export const flowKeys = (form: Form): FactKey[] =>
  [REVENUES[form] ?? {}, EXPENSES[form] ?? {}, ASSETS, LIABILITIES, FUND_BALANCE].flatMap((lines) =>
    Object.values(lines).flat(),
  )

const TREND = {
  revenue: 'totalRevenue',
  expense: 'totalExpenses',
  assets: 'totalAssetsEoy',
  liabilities: 'totalLiabilitiesEoy',
} as const satisfies Record<keyof MoneyFlow['trend'], FactKey>

/** Whether a filing has anything to show as a flow of money. */
export const hasMoneyFlow = ({ facts }: { facts: Facts }): boolean =>
  Object.values(TREND).some((key) => facts[key] !== undefined)

/**
 * How money flowed: yearly points of the form's current filings (`years`, oldest period first)
 * from the first year to the last, and the lines of the selected filing. Two filings of one tax
 * year are never summed: the one with the later period end stands for it (decisions part 4).
 */
export function toMoneyFlow(years: readonly FlowFiling[], selected: FlowFiling): MoneyFlow {
  const byYear = new Map(years.map((filing) => [filing.taxYear, filing]))
  const series = (key: FactKey) => toSeries(byYear, key)
  const lines = (wanted: Lines | undefined) => readLines(wanted ?? {}, selected)
  return {
    trend: {
      revenue: series(TREND.revenue),
      expense: series(TREND.expense),
      assets: series(TREND.assets),
      liabilities: series(TREND.liabilities),
    },
    revenues: lines(REVENUES[selected.form]),
    expenses: lines(EXPENSES[selected.form]),
    assets: lines(ASSETS),
    liabilities: lines(LIABILITIES),
    fundBalance: lines(FUND_BALANCE),
  }
}

function toSeries(byYear: ReadonlyMap<number, FlowFiling>, key: FactKey): FlowPoint[] {
  const known = [...byYear.keys()]
  const first = Math.min(...known)
  const count = known.length === 0 ? 0 : Math.max(...known) - first + 1
  return Array.from({ length: count }, (_, at) => toPoint(first + at, byYear, key))
}

function toPoint(year: number, byYear: ReadonlyMap<number, FlowFiling>, key: FactKey): FlowPoint {
  const filing = byYear.get(year)
  const fact = filing?.facts[key]
  if (!filing || typeof fact?.value !== 'number') return { year }
  return { year, value: fact.value, ref: refOf(filing, fact.path) }
}

const ROLES: readonly FlowRole[] = ['total', 'part', 'function', 'detail', 'beside']

const readLines = (wanted: Lines, filing: FlowFiling): FlowLine[] =>
  ROLES.flatMap((role) => (wanted[role] ?? []).flatMap((key) => readLine(key, role, filing)))

function readLine(key: FactKey, role: FlowRole, filing: FlowFiling): FlowLine[] {
  const fact = filing.facts[key]
  if (typeof fact?.value !== 'number') return []
  const label = labelOf(key, filing.form)
  return [{ key, role, label, value: fact.value, ref: refOf(filing, fact.path) }]
}
