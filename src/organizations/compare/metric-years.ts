import { type FigureKey, needsPeople, sourceOf } from '#src/figures/figures.ts'
import { type MetricName, metricOf } from '#src/figures/sets.ts'
import { type Unknown, whyUnknown } from '../figures/named-figures.ts'
import type { SeriesFigure, SeriesYear } from '../figures/series.ts'
import type { ComparedOrganization } from './compare.ts'

/** Tax years of a metric that are shown. */
const YEARS = 5

/** A metric in a tax year with the figures it adds up, or why it is unknown. */
export type MetricYear = Pick<SeriesYear, 'taxYear' | 'isShortYear'> &
  ({ value: number; parts: SeriesFigure[]; unknown?: undefined } | { unknown: Unknown })

type Compared = Pick<ComparedOrganization, 'filing' | 'figures' | 'series'>

/**
 * Returns the last five tax years up to one, by default the newest with a return, oldest first.
 * Years before the first return are absent.
 */
export function comparedYears(
  compared: readonly Pick<Compared, 'series'>[],
  upTo = Number.POSITIVE_INFINITY,
): number[] {
  const filed = compared
    .flatMap(({ series }) => series.map(({ taxYear }) => taxYear))
    .filter((year) => year <= upTo)
  if (filed.length === 0) return []
  const last = Math.max(...filed)
  const first = Math.max(Math.min(...filed), last - YEARS + 1)
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

/** Returns a metric in those of the years that have a return, oldest first. */
export const toMetricYears = (
  metric: MetricName,
  one: Compared,
  years: readonly number[],
): MetricYear[] =>
  one.series
    .filter(({ taxYear }) => years.includes(taxYear))
    .map((year) => {
      const { taxYear, isShortYear } = year
      const parts: SeriesFigure[] = []
      for (const key of metricOf(metric).figures) {
        const found = figureOf(key, year, one)
        if (!found) return { taxYear, isShortYear, unknown: reasonOf(key, year, one) }
        parts.push(found)
      }
      const value = parts.reduce((sum, part) => sum + part.value, 0)
      return { taxYear, isShortYear, value, parts }
    })

/** Returns the Refs of the figures that add up to a value, or of an unreadable text. */
export const refsOfYear = (year: MetricYear): string[] =>
  year.unknown ? [year.unknown.ref ?? []].flat() : year.parts.map(({ ref }) => ref)

type Key = ReturnType<typeof metricOf>['figures'][number]

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
