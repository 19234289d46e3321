import { citeNumber, citeUnreadable } from '#src/domain/cite.ts'
import { toRef } from '#src/domain/evidence.ts'
import { labelOf } from '#src/domain/facts/definitions-by-form.ts'
import { type DerivedFigure, type DerivedKey, deriveFigures } from '#src/domain/facts/derived.ts'
import { isShortYear } from '#src/domain/tax-period.ts'
import { sourceOf } from '#src/figures/figures.ts'
import {
  SERIES_FIGURES,
  SERIES_RATIOS,
  type SeriesKey,
  type SeriesRatioKey,
} from '#src/figures/sets.ts'
import { toDerivedRef } from '../evidence/derived-ref.ts'
import type { Organization } from '../organization.ts'
import type { YearlyFiling } from '../store/read-filing.ts'

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
  derived: Partial<Record<SeriesRatioKey, SeriesFigure>>
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
      SERIES_RATIOS.flatMap((key) => (derived[key] ? [[key, derived[key]]] : [])),
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
  for (const key of SERIES_FIGURES) {
    const source = sourceOf(key, filing.form)
    const filed = source.fact && citeNumber(filing, source.fact)
    const computed = source.derived && derived[source.derived]
    if (source.fact && filed) {
      const { value, ref } = filed
      figures[key] = { label: labelOf(source.fact, filing.form), value, unit: 'USD', ref }
    } else if (computed) figures[key] = computed
  }
  return figures
}

function unreadableOf(filing: YearlyFiling): SeriesYear['unreadable'] {
  const unreadable: SeriesYear['unreadable'] = {}
  for (const key of SERIES_FIGURES) {
    const { fact } = sourceOf(key, filing.form)
    const ref = fact && citeUnreadable(filing, fact)
    if (ref !== undefined) unreadable[key] = ref
  }
  return unreadable
}
