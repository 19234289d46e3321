import { z } from 'zod'
import { deriveFigures } from '../../domain/facts/derived.ts'
import { FORMS, type Form } from '../../domain/form.ts'
import { isShortYear } from '../../domain/tax-period.ts'
import { FIGURE_KEYS, type FigureKey, sourceOf } from '../../profiles/figure-keys.ts'
import { openFiler } from '../../profiles/open-profile.ts'
import type { Organization } from '../../profiles/organization.ts'
import { selectFiling } from '../../profiles/select-filing.ts'
import { readYears, type YearlyFiling } from '../../profiles/store/read-filing.ts'
import { labelOfField } from '../../profiles/unknown-figure.ts'
import type { AssistantDeps } from '../deps.ts'
import type { ToolFigure } from './figures.ts'
import { einParam } from './params.ts'
import { pickToolFigure, toUnknown } from './pick-figures.ts'
import type { Tool, ToolAnswer } from './tool.ts'

export type SeriesPoint = ToolFigure & {
  /** Under twelve months: not to be compared with full years. */
  isShortYear: boolean
  isGroupReturn: boolean
}

export type ReadSeriesAnswer = ToolAnswer & {
  ein: string
  name: string
  form: Form
  figure: FigureKey
  label: string
  /** Oldest first. */
  points: SeriesPoint[]
  /** Tax years with a filing that does not tell the figure. */
  unknownYears: { taxYear: number; why: string }[]
}

const params = z.strictObject({
  ein: einParam,
  figure: z.enum(FIGURE_KEYS),
  form: z.enum(FORMS).optional(),
})

async function run(
  deps: AssistantDeps,
  { ein, figure, form: wanted }: z.output<typeof params>,
  signal: AbortSignal,
): Promise<ReadSeriesAnswer> {
  const organization = await openFiler(deps, ein)
  signal.throwIfAborted()
  const { form } = selectFiling(organization, { form: wanted })
  const years = await readYears(deps.postgres, ein, form)
  const points: SeriesPoint[] = []
  const unknownYears: ReadSeriesAnswer['unknownYears'] = []
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
    points,
    unknownYears,
    citations: points.map(({ citation }) => citation),
    counted: [],
  }
}

/** Of two returns of a tax year the one whose period ends later (decisions part 4). */
const onePerYear = (years: readonly YearlyFiling[]): YearlyFiling[] =>
  // `readYears` orders them by the end of their period, and a later one takes its year's place.
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

/** One figure over the years of one form, one point a tax year. */
export const readSeries: Tool<typeof params, ReadSeriesAnswer> = {
  name: 'read_series',
  description:
    'One figure of an organization over all tax years of its primary form, oldest first. A year that is not listed is not known.',
  params,
  run,
}
