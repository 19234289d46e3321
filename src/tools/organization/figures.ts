import { z } from 'zod'
import { type FigureKey, sourceOf } from '#src/figures/figures.ts'
import { FIGURE_KEYS, MAIN_FIGURES } from '#src/figures/sets.ts'
import { type DerivedFigure, type DerivedKey, deriveFigures } from '../../domain/facts/derived.ts'
import { FORMS, type Form } from '../../domain/form.ts'
import { isShortYear } from '../../domain/tax-period.ts'
import { toDerivedEvidence } from '../../organizations/evidence/evidence-ref.ts'
import {
  labelOfField,
  type NamedFigure,
  openFigures,
  pickFigures,
  whyUnknown,
} from '../../organizations/figures/named-figures.ts'
import { selectFiling } from '../../organizations/filings/select-filing.ts'
import { openFiler } from '../../organizations/open-profile.ts'
import type { FilingSummary, Organization } from '../../organizations/organization.ts'
import { readYears, type YearlyFiling } from '../../organizations/store/read-organization.ts'
import { type Citation, cite, toFilingShown } from '../cite.ts'
import { einInput, yearInput } from '../parameters.ts'
import { defineTool } from '../tool.ts'

/** One figure of one filing; the answer's citations include its own. */
export type ToolFigure = {
  key: FigureKey
  /** Name of its line on this form. */
  label: string
  value: number
  /** USD: whole dollars; ratio: a share of 1, also for growth. */
  unit: 'USD' | 'count' | 'ratio' | 'months'
  form: Form
  taxYear: number
  citation: Citation
}

/** A figure that is not known, and why; it is never shown as 0. */
export type UnknownFigure = { key: FigureKey; label: string; why: string }

/** Figures of one filing: by default of the latest year and on the primary form. */
export const readFigures = defineTool({
  name: 'read_figures',
  description:
    'Returns filed and computed figures from one filing of an organization, each with its line. Amounts are whole U.S. dollars; ratios are fractions of 1. Never state a value for a figure listed as unknown.',
  input: z.strictObject({
    ein: einInput,
    figures: z.array(z.enum(FIGURE_KEYS)).min(1).max(FIGURE_KEYS.length).optional(),
    year: yearInput.optional(),
    form: z.enum(FORMS).optional(),
  }),
  run: async (deps, { ein, figures: keys = MAIN_FIGURES, year, form }, signal) => {
    const opened = await openFigures(deps, ein, { year, form }, keys, signal)
    const { figures, unknown } = pickToolFigures(keys, opened)
    return {
      filing: toFilingShown(opened.organization, opened.filing),
      /** In the requested order. */
      figures,
      unknown,
      citations: figures.map(({ citation }) => citation),
      counted: [],
    }
  },
})

/** A filing, its organization and its computed figures. */
type FigureInputs = {
  organization: Organization
  filing: Pick<FilingSummary, 'form' | 'taxYear' | 'objectId' | 'warnings'> &
    Pick<YearlyFiling, 'facts'>
  derived: Partial<Record<DerivedKey, DerivedFigure>>
}

/** Returns the known figures of a filing, and why the others are not known. */
export function pickToolFigures(keys: readonly FigureKey[], inputs: FigureInputs) {
  const figures: ToolFigure[] = []
  const unknown: UnknownFigure[] = []
  for (const key of new Set(keys)) {
    const figure = pickToolFigure(key, inputs)
    if (figure) figures.push(figure)
    else unknown.push(toUnknown(key, inputs.filing))
  }
  return { figures, unknown }
}

/** Returns one figure of a filing; undefined if it is not known. */
function pickToolFigure(key: FigureKey, inputs: FigureInputs): ToolFigure | undefined {
  const named = pickFigures({ one: sourceOf(key, inputs.filing.form) }, inputs).one
  const citation = named && citeFigure(key, named, inputs)
  if (!citation || typeof named?.value !== 'number' || named.unit === undefined) return undefined
  const { form, taxYear } = inputs.filing
  const { label, value, unit } = named
  return { key, label, value, unit, form, taxYear, citation }
}

function citeFigure(
  key: FigureKey,
  { label, value, ref, formula }: NamedFigure,
  { organization, filing, derived }: FigureInputs,
): Citation | undefined {
  if (formula === undefined) return cite(organization, { label, value, ref })
  const { derived: derivedKey } = sourceOf(key, filing.form)
  const figure = derivedKey && derived[derivedKey]
  if (!figure) return undefined
  const evidence = toDerivedEvidence(organization, filing, figure)
  return { ein: organization.ein, label, value, evidence }
}

/** Returns why a filing does not report a figure. */
function toUnknown(key: FigureKey, filing: FigureInputs['filing']): UnknownFigure {
  const source = sourceOf(key, filing.form)
  const label = labelOfField(source, filing.form) ?? key
  return { key, label, why: whyUnknown(source, filing).why }
}

export type SeriesPoint = ToolFigure & {
  /** Whether the period is under twelve months, and therefore not comparable with full years. */
  isShortYear: boolean
  isGroupReturn: boolean
}

/** One figure over the years of one form, one point per tax year. */
export const readSeries = defineTool({
  name: 'read_series',
  description:
    'Returns one figure of an organization for all tax years of its primary form, oldest first. The figure is unknown for years that are not listed.',
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
      /** Tax years whose filing does not report the figure. */
      unknownYears,
      citations: points.map(({ citation }) => citation),
      counted: [],
    }
  },
})

/**
 * Keeps, of two returns for a tax year, the one whose period ends later: `readYears` lists it last.
 */
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
