import { citeUnreadable } from '../domain/cite.ts'
import { toRef } from '../domain/evidence.ts'
import type { FactKey } from '../domain/facts/definitions.ts'
import { labelOf } from '../domain/facts/definitions-by-form.ts'
import { type DerivedFigure, type DerivedKey, deriveFigures } from '../domain/facts/derived.ts'
import { isShortYear } from '../domain/tax-period.ts'
import { toDerivedRef } from './evidence/derived-ref.ts'
import type { Organization } from './organization.ts'
import type { YearlyFiling } from './store/read-filing.ts'

/** The figures of a series: the filed fact, and what stands for it where a form has no line. */
export const SERIES_FIGURES = {
  revenue: ['totalRevenue'],
  expenses: ['totalExpenses'],
  assets: ['totalAssetsEoy'],
  liabilities: ['totalLiabilitiesEoy'],
  netAssets: ['netAssetsEoy', 'netAssets'],
  contributions: ['contributions'],
  programServiceRevenue: ['programServiceRevenue'],
  investmentIncome: ['investmentIncome', 'investmentIncome'],
  otherRevenue: ['otherRevenue'],
  programExpenses: ['programExpenses'],
  managementExpenses: ['managementExpenses'],
  fundraisingExpenses: ['fundraisingExpenses'],
  grantsPaid: ['grantsPaid'],
  officerCompensation: ['officerCompensation'],
} as const satisfies Record<string, readonly [FactKey, DerivedKey?]>

export type SeriesKey = keyof typeof SERIES_FIGURES

/** Ratios and growth of each year. Those that need the list of people are not in a series. */
export const SERIES_DERIVED = [
  'programRatio',
  'administrativeRatio',
  'fundraisingRatio',
  'missionDeploymentRate',
  'reserveMonths',
  'liabilitiesToAssets',
  'officerCompensationShare',
  'independentShare',
  'revenueGrowth',
  'expenseGrowth',
  'revenueGrowthThreeYears',
  'programExpenseGrowthThreeYears',
] as const satisfies readonly DerivedKey[]

export type SeriesDerivedKey = (typeof SERIES_DERIVED)[number]

/** A figure with its Ref; a derived one with its formula and what it came from. */
export type SeriesFigure = {
  label: string
  value: number
  unit: 'USD' | 'ratio' | 'months'
  ref: string
  formula?: string
  derivedFrom?: string[]
}

/** One tax year of one form. What is not reported is absent. */
export type SeriesYear = {
  taxYear: number
  objectId: string
  taxPeriodBegin: string | null
  taxPeriodEnd: string
  /** Its period is known to have under twelve months: not to be compared with full years. */
  isShortYear: boolean
  isAmended: boolean
  isGroupReturn: boolean
  figures: Partial<Record<SeriesKey, SeriesFigure>>
  /** Refs of figures whose line holds a text that is not an amount. */
  unreadable: Partial<Record<SeriesKey, string>>
  derived: Partial<Record<SeriesDerivedKey, SeriesFigure>>
}

/**
 * The years of one form, oldest first: one point a tax year, of two the one whose period ends
 * later; nothing is summed, and a year without a filing is not there. `years` are all current
 * filings of the form (`readYears`).
 */
export function toSeries(
  organization: Pick<Organization, 'ein' | 'filings' | 'primaryForm'>,
  years: readonly YearlyFiling[],
): SeriesYear[] {
  const byYear = new Map<number, YearlyFiling>()
  for (const filing of years) {
    const known = byYear.get(filing.taxYear)
    if (!known || known.taxPeriodEnd <= filing.taxPeriodEnd) byYear.set(filing.taxYear, filing)
  }
  return [...byYear.values()]
    .sort((a, b) => a.taxYear - b.taxYear)
    .map((filing) => toYear(organization, filing, years))
}

type Owner = Parameters<typeof toSeries>[0]

function toYear(owner: Owner, filing: YearlyFiling, years: readonly YearlyFiling[]): SeriesYear {
  const { taxYear, objectId, taxPeriodBegin, taxPeriodEnd, isAmended, isGroupReturn } = filing
  const derived: DerivedOf = {}
  for (const [key, figure] of Object.entries(deriveFigures({ filing, years }))) {
    const shown = toDerivedFigure(owner, filing, figure)
    if (shown) derived[key as DerivedKey] = shown
  }
  return {
    taxYear,
    objectId,
    taxPeriodBegin,
    taxPeriodEnd,
    isShortYear: isShortYear(filing),
    isAmended,
    isGroupReturn,
    figures: figuresOf(filing, derived),
    unreadable: unreadableOf(filing),
    derived: Object.fromEntries(
      SERIES_DERIVED.flatMap((key) => (derived[key] ? [[key, derived[key]]] : [])),
    ),
  }
}

type DerivedOf = Partial<Record<DerivedKey, SeriesFigure>>

function toDerivedFigure(
  owner: Owner,
  filing: YearlyFiling,
  { key, label, value, unit, formula, from }: DerivedFigure,
): SeriesFigure | undefined {
  if (typeof value === 'boolean' || unit === 'boolean') return undefined
  const ref = toDerivedRef(owner, filing, key)
  return { label, value, unit, ref, formula, derivedFrom: from.map(toRef) }
}

function figuresOf(filing: YearlyFiling, derived: DerivedOf): SeriesYear['figures'] {
  const figures: SeriesYear['figures'] = {}
  for (const key of Object.keys(SERIES_FIGURES) as SeriesKey[]) {
    const [factKey, derivedKey]: readonly [FactKey, DerivedKey?] = SERIES_FIGURES[key]
    const fact = filing.facts[factKey]
    if (typeof fact?.value === 'number') {
      const ref = toRef({ ...filing, path: fact.path })
      figures[key] = { label: labelOf(factKey, filing.form), value: fact.value, unit: 'USD', ref }
    } else if (derivedKey && derived[derivedKey]) figures[key] = derived[derivedKey]
  }
  return figures
}

function unreadableOf(filing: YearlyFiling): SeriesYear['unreadable'] {
  const unreadable: SeriesYear['unreadable'] = {}
  for (const key of Object.keys(SERIES_FIGURES) as SeriesKey[]) {
    const ref = citeUnreadable(filing, SERIES_FIGURES[key][0])
    if (ref !== undefined) unreadable[key] = ref
  }
  return unreadable
}
