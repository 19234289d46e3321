import { z } from 'zod'
import { type FigureKey, sourceOf } from '#src/figures/figures.ts'
import { FIGURE_KEYS } from '#src/figures/sets.ts'
import { deriveFigures } from '../../domain/facts/derived.ts'
import { FORMS } from '../../domain/form.ts'
import { isShortYear } from '../../domain/tax-period.ts'
import { labelOfField } from '../../organizations/figures/named-figures.ts'
import { selectFiling } from '../../organizations/filings/select-filing.ts'
import { openFiler } from '../../organizations/open-profile.ts'
import type { Organization } from '../../organizations/organization.ts'
import { readYears, type YearlyFiling } from '../../organizations/store/read-filing.ts'
import { einInput } from '../parameters.ts'
import { defineTool } from '../tool.ts'
import { pickToolFigure, type ToolFigure, toUnknown } from './figures.ts'

export type SeriesPoint = ToolFigure & {
  /** Under twelve months, so not comparable with full years. */
  isShortYear: boolean
  isGroupReturn: boolean
}

/** One figure over the years of one form, one point a tax year. */
export const readSeries = defineTool({
  name: 'read_series',
  description:
    'One figure of an organization over all tax years of its primary form, oldest first. A year that is not listed is not known.',
  input: z.strictObject({
    ein: einInput,
    figure: z.enum(FIGURE_KEYS),
    form: z.enum(FORMS).optional(),
  }),
  run: async (deps, { ein, figure, form: wanted }, signal) => {
    const organization = await openFiler(deps, ein)
    signal.throwIfAborted()
    const { form } = selectFiling(organization, { form: wanted })
    const years = await readYears(deps.postgres, ein, form)
    const points: SeriesPoint[] = []
    const unknownYears: { taxYear: number; why: string }[] = []
    for (const filing of onePerYear(years)) {
      const point = toPoint(organization, filing, years, figure)
      if (point) points.push(point)
      else unknownYears.push({ taxYear: filing.taxYear, why: toUnknown(figure, filing).why })
    }
    return {
      ein,
      name: organization.name,
      form,
      figure,
      label: labelOfField(sourceOf(figure, form), form) ?? figure,
      /** Oldest first. */
      points,
      /** Tax years whose filing does not give the figure. */
      unknownYears,
      citations: points.map(({ citation }) => citation),
      counted: [],
    }
  },
})

/** Of two returns of a tax year, keeps the one whose period ends later: `readYears` lists it last. */
const onePerYear = (years: readonly YearlyFiling[]): YearlyFiling[] =>
  [...new Map(years.map((filing) => [filing.taxYear, filing])).values()].sort(
    (a, b) => a.taxYear - b.taxYear,
  )

function toPoint(
  organization: Organization,
  filing: YearlyFiling,
  years: readonly YearlyFiling[],
  key: FigureKey,
): SeriesPoint | undefined {
  const derived = deriveFigures({ filing, years })
  const found = pickToolFigure(key, { organization, filing, derived })
  const { isGroupReturn } = filing
  return found && { ...found, isShortYear: isShortYear(filing), isGroupReturn }
}
