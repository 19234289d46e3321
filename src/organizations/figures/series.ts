import { type Cited, citeNumber, citeUnreadable } from '#src/domain/evidence.ts'
import type { FactKey } from '#src/domain/facts/definitions.ts'
import { deriveFigures } from '#src/domain/facts/derived.ts'
import type { Form } from '#src/domain/form.ts'
import { isShortYear } from '#src/domain/tax-period.ts'
import { type FigureKey, sourceOf } from '#src/figures/figures.ts'
import {
  SERIES_FIGURES,
  SERIES_RATIOS,
  type SeriesKey,
  type SeriesRatioKey,
} from '#src/figures/sets.ts'
import type { ProfileDeps } from '../deps.ts'
import { selectFiling } from '../filings/select-filing.ts'
import { openFiler } from '../open-profile.ts'
import type { Organization } from '../organization.ts'
import { readYears, type YearlyFiling } from '../store/read-organization.ts'
import { type FigureSources, type NamedFigure, pickByKey } from './named-figures.ts'

/** A figure with its Ref; a derived one with its formula and the Refs of its inputs. */
export type SeriesFigure = Omit<NamedFigure, 'value' | 'unit'> & {
  value: number
  unit: 'USD' | 'ratio' | 'months'
}

/** One tax year of one form. Figures that are not reported are absent. */
export type SeriesYear = {
  taxYear: number
  objectId: string
  taxPeriodBegin: string | null
  taxPeriodEnd: string
  /** Whether the period is under twelve months, and therefore not comparable with full years. */
  isShortYear: boolean
  isAmended: boolean
  isGroupReturn: boolean
  figures: Partial<Record<SeriesKey, SeriesFigure>>
  /** Refs of figures whose line has a text instead of an amount. */
  unreadable: Partial<Record<SeriesKey, string>>
  derived: Partial<Record<SeriesRatioKey, SeriesFigure>>
}

/** The years of an organization's primary form, oldest first. */
export type Metrics = { organization: Organization; form: Form; series: SeriesYear[] }

/**
 * Reads yearly figures, ratios, and growth of an organization; two round trips. Throws ApiError
 * ProfileNotFound for an organization without filings, and StoreUnavailable.
 */
export async function readMetrics(deps: ProfileDeps, ein: string): Promise<Metrics> {
  const organization = await openFiler(deps, ein)
  const { form } = selectFiling(organization, {})
  const years = await readYears(deps.postgres, ein, form)
  return { organization, form, series: toSeries(organization, years) }
}

/** A filing of a year, and its derived figures. */
type YearSources = FigureSources & { filing: YearlyFiling }

/**
 * Returns the years of one form with their derived figures, oldest first. A year without a filing is
 * absent. `years` are all current filings of the form (`readYears`).
 */
export const deriveYears = (
  organization: FigureSources['organization'],
  years: readonly YearlyFiling[],
): YearSources[] =>
  oneAYear(years).map((filing) => ({
    ...{ organization, filing, derived: deriveFigures({ filing, years }) },
  }))

/** Returns the figures of these years. */
export const toSeries = (
  organization: FigureSources['organization'],
  years: readonly YearlyFiling[],
): SeriesYear[] => deriveYears(organization, years).map(toYear)

/** Columns of a return that state the year before, or the beginning of the year. */
const PRIOR_FACTS = {
  revenue: 'priorTotalRevenue',
  expenses: 'priorTotalExpenses',
  assets: 'totalAssetsBoy',
  liabilities: 'totalLiabilitiesBoy',
  netAssets: 'netAssetsBoy',
} as const satisfies Partial<Record<SeriesKey, FactKey>>

/** What a return states about the year before, whose own return is not loaded. */
export type PriorYear = {
  taxYear: number
  figures: Partial<Record<SeriesKey, Cited<number>>>
}

/** Returns the years that only the return of the next year describes, oldest first. */
export function toPriorYears(years: readonly YearlyFiling[]): PriorYear[] {
  const filed = oneAYear(years)
  return filed
    .filter(({ taxYear }) => !filed.some((one) => one.taxYear === taxYear - 1))
    .map((filing) => ({ taxYear: filing.taxYear - 1, figures: priorOf(filing) }))
    .filter(({ figures }) => Object.keys(figures).length > 0)
}

const priorOf = (filing: YearlyFiling): PriorYear['figures'] =>
  Object.fromEntries(
    Object.entries(PRIOR_FACTS).flatMap(([key, fact]) => {
      const cited = citeNumber(filing, fact)
      return cited ? [[key, cited]] : []
    }),
  )

/** A value of a tax year. */
export type YearValue = { year: number; value: number }

/** Returns the known values of each figure by year, oldest first. */
export function toTrends<Key extends FigureKey>(
  keys: readonly Key[],
  years: readonly YearSources[],
): Record<Key, YearValue[]> {
  const found = years.map((sources) => ({
    year: sources.filing.taxYear,
    figures: pickByKey(keys, sources),
  }))
  const valuesOf = (key: Key): YearValue[] =>
    found.flatMap(({ year, figures }) => {
      const value = (figures as Partial<Record<Key, NamedFigure>>)[key]?.value
      return typeof value === 'number' ? [{ year, value }] : []
    })
  return Object.fromEntries(keys.map((key) => [key, valuesOf(key)])) as Record<Key, YearValue[]>
}

/**
 * Returns one filing of each tax year, oldest first. If a year has two, the one with the later
 * period end counts; they are never summed.
 */
export function oneAYear(years: readonly YearlyFiling[]): YearlyFiling[] {
  const byYear = new Map<number, YearlyFiling>()
  for (const filing of years) {
    const known = byYear.get(filing.taxYear)
    if (!known || known.taxPeriodEnd <= filing.taxPeriodEnd) byYear.set(filing.taxYear, filing)
  }
  return [...byYear.values()].sort((a, b) => a.taxYear - b.taxYear)
}

/** Returns the figures of a year. */
export function toYear(sources: YearSources): SeriesYear {
  const { filing } = sources
  const { taxYear, objectId, taxPeriodBegin, taxPeriodEnd, isAmended, isGroupReturn } = filing
  return {
    taxYear,
    objectId,
    taxPeriodBegin,
    taxPeriodEnd,
    isShortYear: isShortYear(filing),
    isAmended,
    isGroupReturn,
    figures: pickNumbers(SERIES_FIGURES, sources),
    unreadable: unreadableOf(filing),
    derived: pickNumbers(SERIES_RATIOS, sources),
  }
}

const pickNumbers = <Key extends FigureKey>(keys: readonly Key[], sources: FigureSources) =>
  Object.fromEntries(
    Object.entries<NamedFigure | undefined>(pickByKey(keys, sources)).filter(
      ([, figure]) => typeof figure?.value === 'number',
    ),
  ) as Partial<Record<Key, SeriesFigure>>

function unreadableOf(filing: YearlyFiling): SeriesYear['unreadable'] {
  const unreadable: SeriesYear['unreadable'] = {}
  for (const key of SERIES_FIGURES) {
    const { fact } = sourceOf(key, filing.form)
    const ref = fact && citeUnreadable(filing, fact)
    if (ref !== undefined) unreadable[key] = ref
  }
  return unreadable
}
