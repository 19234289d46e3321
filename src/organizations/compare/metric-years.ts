import type { Cited } from '#src/domain/evidence.ts'
import { type FigureKey, needsPeople, sourceOf } from '#src/figures/figures.ts'
import { type MetricName, metricOf } from '#src/figures/sets.ts'
import { type Unknown, whyUnknown } from '../figures/named-figures.ts'
import type { SeriesFigure, SeriesYear } from '../figures/series.ts'
import type { ComparedOrganization } from './compare.ts'

/** Tax years of a metric that are shown. */
const YEARS = 5

/** A metric in a tax year, or why it is unknown. */
export type MetricYear = Pick<SeriesYear, 'taxYear' | 'isShortYear'> & {
  /** Whether the return of the next year states the value, because the year's own is not loaded. */
  isPrior?: true
} & ({ figure: SeriesFigure; unknown?: undefined } | { unknown: Unknown })

type Compared = Pick<ComparedOrganization, 'filing' | 'figures' | 'series' | 'prior'>

/**
 * Returns the last five tax years up to one, by default the newest with a return, oldest first.
 * Years before the first that a return describes are absent.
 */
export function comparedYears(
  metric: MetricName,
  compared: readonly Pick<Compared, 'series' | 'prior'>[],
  upTo = Number.POSITIVE_INFINITY,
): number[] {
  const isWanted = ({ taxYear }: { taxYear: number }) => taxYear <= upTo
  const filed = compared.flatMap(({ series }) => series.filter(isWanted))
  if (filed.length === 0) return []
  const prior = compared.flatMap((one) => priorYearsOf(metric, one).filter(isWanted))
  const described = [...filed, ...prior].map(({ taxYear }) => taxYear)
  const last = Math.max(...described)
  const first = Math.max(Math.min(...described), last - YEARS + 1)
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

/** Returns a metric in those of the years that a return describes, oldest first. */
export const toMetricYears = (
  metric: MetricName,
  one: Compared,
  years: readonly number[],
): MetricYear[] => {
  const isWanted = ({ taxYear }: { taxYear: number }) => years.includes(taxYear)
  return [
    ...one.series.filter(isWanted).map((year) => toMetricYear(metric, year, one)),
    ...priorYearsOf(metric, one).filter(isWanted),
  ].sort((a, b) => a.taxYear - b.taxYear)
}

function toMetricYear(metric: MetricName, year: SeriesYear, one: Compared): MetricYear {
  const { taxYear, isShortYear } = year
  const key = metricOf(metric).figure
  const figure = figureOf(key, year, one)
  return figure
    ? { taxYear, isShortYear, figure }
    : { taxYear, isShortYear, unknown: reasonOf(key, year, one) }
}

function priorYearsOf(metric: MetricName, { prior }: Pick<Compared, 'prior'>): MetricYear[] {
  const { label, figure: key } = metricOf(metric)
  return prior.flatMap(({ taxYear, figures: stated }) => {
    const cited = (stated as Partial<Record<Key, Cited<number>>>)[key]
    if (!cited) return []
    const figure = { label, unit: 'USD' as const, ...cited }
    return [{ taxYear, isShortYear: false, isPrior: true as const, figure }]
  })
}

type Key = ReturnType<typeof metricOf>['figure']

/** Returns a figure of a year. People are read only for the filing that is compared. */
function figureOf(key: Key, year: SeriesYear, one: Compared): SeriesFigure | undefined {
  const own: Partial<Record<FigureKey, SeriesFigure>> = { ...year.figures, ...year.derived }
  if (own[key] || !isCompared(year, one)) return own[key]
  const field = one.figures.find((figure) => figure.key === key)
  return field && !field.unknown && typeof field.value === 'number'
    ? (field as SeriesFigure)
    : undefined
}

const isCompared = ({ objectId }: SeriesYear, { filing }: Compared): boolean =>
  objectId === filing.objectId

function reasonOf(key: Key, year: SeriesYear, one: Compared): Unknown {
  const { form } = one.filing
  const source = sourceOf(key, form)
  const ref = (year.unreadable as Partial<Record<Key, string>>)[key]
  if (ref !== undefined) return { state: 'NotReadable', why: UNREADABLE, ref }
  const { taxYear, objectId } = year
  const unknown = whyUnknown(source, { form, taxYear, objectId, facts: {}, warnings: [] })
  const isUnread = unknown.state === 'NotComputable' && needsPeople(key) && !isCompared(year, one)
  return isUnread ? { state: 'NotComputable', why: PEOPLE_UNREAD } : unknown
}

const UNREADABLE = 'This line contains text instead of an amount.'
const PEOPLE_UNREAD =
  'The form has no line for this. The pay of the people listed is added up only for the tax year that is compared.'
