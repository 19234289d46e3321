import { z } from 'zod'
import { FORMS } from '../../domain/form.ts'
import { SERIES_DERIVED, SERIES_FIGURES, type SeriesYear } from '../../profiles/series.ts'
import { evidenceRegistry } from './evidence.ts'
import { fieldsOf, numberFigure, presentFigure, src, toSnakeCase } from './figure.ts'
import { about } from './filing-schema.ts'

export const seriesYear = z
  .strictObject({
    tax_year: z.int(),
    object_id: z.string(),
    tax_period_begin: z.string().optional(),
    tax_period_end: z.string(),
    short_year: z.boolean().describe('Under twelve months; not to be compared with full years.'),
    amended: z.boolean(),
    group_return: z.boolean(),
    figures: fieldsOf(Object.keys(SERIES_FIGURES), numberFigure).describe('Whole dollars.'),
    ratios: fieldsOf(SERIES_DERIVED, numberFigure).describe('Ratios and growth, as shares of 1.'),
    not_readable: fieldsOf(Object.keys(SERIES_FIGURES), z.string())
      .optional()
      .describe('Refs of lines that hold a text that is not an amount, by figure.'),
    _src: src,
  })
  .meta({ id: 'SeriesYearB' })

/** A year of the primary form; what was not filed is left out. */
export const presentYear = (year: SeriesYear): z.output<typeof seriesYear> => ({
  tax_year: year.taxYear,
  object_id: year.objectId,
  ...(year.taxPeriodBegin !== null && { tax_period_begin: year.taxPeriodBegin }),
  tax_period_end: year.taxPeriodEnd,
  short_year: year.isShortYear,
  amended: year.isAmended,
  group_return: year.isGroupReturn,
  figures: presentFigures(year.figures),
  ratios: presentFigures(year.derived),
  ...presentUnreadable(year),
})

const presentFigures = (figures: SeriesYear['figures'] | SeriesYear['derived']) =>
  Object.fromEntries(
    Object.entries(figures).map(([key, figure]) => [toSnakeCase(key), presentFigure(figure)]),
  )

function presentUnreadable({ unreadable }: SeriesYear) {
  const refs = Object.entries(unreadable).map(([key, ref]) => [toSnakeCase(key), ref])
  return refs.length > 0 && { not_readable: Object.fromEntries(refs) }
}

export const metricsData = z.strictObject({
  ...about,
  form: z.enum(FORMS).describe('The primary form; years of other forms are not mixed in.'),
  years: z.array(seriesYear).describe('One a tax year, oldest first; a gap is a year not filed.'),
  evidence: evidenceRegistry,
})
export type MetricsData = z.output<typeof metricsData>
