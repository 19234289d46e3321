import { citeNumber, citeUnreadable, type FiledNumber, readNumber } from '#src/domain/cite.ts'
import type { FactKey } from '#src/domain/facts/definitions.ts'
import { labelOf } from '#src/domain/facts/definitions-by-form.ts'
import type { Form } from '#src/domain/form.ts'
import { isShortYear, type TaxPeriod } from '#src/domain/tax-period.ts'
import { FIGURES } from '#src/figures/figures.ts'
import { HERO_FIGURES, type HeroKey, readHero } from '#src/figures/sets.ts'
import type { YearlyFiling } from '../store/read-filing.ts'

/** A year of a series; a year without a filing has neither value nor Ref. */
export type FlowPoint = { year: number } & FiledNumber

/**
 * A line of a breakdown: `total`, a `part` of it, a `detail` (it is in a part, or in the total,
 * already), of expenses a `function` (program, management, fundraising: another split of the
 * total), or what stands `beside` them and is in none: of another day, value or basis.
 */
export type FlowRole = 'total' | 'part' | 'detail' | 'function' | 'beside'
export type FlowLine = { key: FactKey; role: FlowRole; label: string; value: number; ref: string }

/** A line that holds a text instead of an amount, and the list it belongs to. */
export type UnreadableLine = Omit<FlowLine, 'value'> & { group: FlowGroup }
const FLOW_GROUPS = ['revenues', 'expenses', 'assets', 'liabilities', 'fundBalance'] as const
export type FlowGroup = (typeof FLOW_GROUPS)[number]

export type MoneyFlow = {
  trend: Record<HeroKey, FlowPoint[]>
  unreadable: UnreadableLine[]
} & Record<FlowGroup, FlowLine[]>

/** What a filing's flow is read from. */
export type FlowFiling = Pick<YearlyFiling, 'objectId' | 'form' | 'taxYear' | 'facts' | 'warnings'>

type Lines = Partial<Record<FlowRole, readonly FactKey[]>>

/** Lines of each form, as its summary of revenue and expenses adds them up. */
const REVENUES: Partial<Record<Form, Lines>> = {
  '990': {
    total: [FIGURES.revenue.fact],
    part: ['contributions', 'programServiceRevenue', 'investmentIncome', 'otherRevenue'],
    detail: ['governmentGrants', 'membershipDues', 'assetSaleGain', 'inventorySalesProfit'],
  },
  '990EZ': {
    total: [FIGURES.revenue.fact],
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
    total: [FIGURES.revenue.fact],
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
    total: [FIGURES.expenses.fact],
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
    total: [FIGURES.expenses.fact],
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
    total: [FIGURES.expenses.fact],
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
  total: [FIGURES.assets.fact],
  detail: ['cashEoy', 'savingsEoy'],
  beside: ['totalAssetsBoy', 'assetsFairMarketValue'],
}
const LIABILITIES: Lines = { total: [FIGURES.liabilities.fact], beside: ['totalLiabilitiesBoy'] }
const FUND_BALANCE: Lines = {
  total: [FIGURES.netAssets.fact],
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
  Object.values(linesOf(form)).flatMap((lines) => Object.values(lines).flat())

const linesOf = (form: Form): Record<FlowGroup, Lines> => ({
  revenues: REVENUES[form] ?? {},
  expenses: EXPENSES[form] ?? {},
  assets: ASSETS,
  liabilities: LIABILITIES,
  fundBalance: FUND_BALANCE,
})

/** Whether a filing has anything to show as a flow of money, an unreadable line included. */
export const hasMoneyFlow = (filing: FlowFiling): boolean =>
  Object.values(readHero(filing)).some(({ ref }) => ref !== undefined)

/**
 * Returns yearly points of the form's current filings (`years`, oldest period first) and the lines of
 * the selected filing. Two filings of one tax year are never summed: the later period end counts.
 */
export function toMoneyFlow(years: readonly FlowFiling[], selected: FlowFiling): MoneyFlow {
  const byYear = new Map(years.map((filing) => [filing.taxYear, filing]))
  const wanted = linesOf(selected.form)
  return {
    trend: Object.fromEntries(
      HERO_FIGURES.map((key) => [key, toSeries(byYear, FIGURES[key].fact)]),
    ) as MoneyFlow['trend'],
    revenues: readLines(wanted.revenues, selected),
    expenses: readLines(wanted.expenses, selected),
    assets: readLines(wanted.assets, selected),
    liabilities: readLines(wanted.liabilities, selected),
    fundBalance: readLines(wanted.fundBalance, selected),
    unreadable: FLOW_GROUPS.flatMap((group) => readUnreadable(group, wanted[group], selected)),
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
  return { year, ...(filing && readNumber(filing, key)) }
}

const ROLES: readonly FlowRole[] = ['total', 'part', 'function', 'detail', 'beside']

const readLines = (wanted: Lines, filing: FlowFiling): FlowLine[] =>
  namedLines(wanted, filing).flatMap((line) => {
    const found = citeNumber(filing, line.key)
    return found ? [{ ...line, ...found }] : []
  })

const readUnreadable = (group: FlowGroup, wanted: Lines, filing: FlowFiling): UnreadableLine[] =>
  namedLines(wanted, filing).flatMap((line) => {
    const ref = citeUnreadable(filing, line.key)
    return ref ? [{ ...line, group, ref }] : []
  })

const namedLines = (wanted: Lines, { form }: FlowFiling) =>
  ROLES.flatMap((role) =>
    (wanted[role] ?? []).map((key) => ({ key, role, label: labelOf(key, form) })),
  )
