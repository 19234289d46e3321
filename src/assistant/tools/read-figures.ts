import { z } from 'zod'
import { FORMS } from '../../domain/form.ts'
import { FIGURE_KEYS, MAIN_FIGURES } from '../../profiles/figure-keys.ts'
import { openFigures } from '../../profiles/open-figures.ts'
import type { AssistantDeps } from '../deps.ts'
import { toFilingShown } from './cite.ts'
import type { FilingShown, ToolFigure, UnknownFigure } from './figures.ts'
import { einParam, yearParam } from './params.ts'
import { pickToolFigures } from './pick-figures.ts'
import type { Tool, ToolAnswer } from './tool.ts'

export type ReadFiguresAnswer = ToolAnswer & {
  filing: FilingShown
  /** In the order asked for. */
  figures: ToolFigure[]
  unknown: UnknownFigure[]
}

const params = z.strictObject({
  ein: einParam,
  figures: z.array(z.enum(FIGURE_KEYS)).min(1).max(FIGURE_KEYS.length).optional(),
  year: yearParam.optional(),
  form: z.enum(FORMS).optional(),
})

async function run(
  deps: AssistantDeps,
  { ein, figures: keys = MAIN_FIGURES, year, form }: z.output<typeof params>,
  signal: AbortSignal,
): Promise<ReadFiguresAnswer> {
  const opened = await openFigures(deps, ein, { year, form }, keys, signal)
  const { figures, unknown } = pickToolFigures(keys, opened)
  return {
    filing: toFilingShown(opened.organization, opened.filing),
    figures,
    unknown,
    citations: figures.map(({ citation }) => citation),
    counted: [],
  }
}

/** Figures of one filing; without a year the latest, without a form the primary one. */
export const readFigures: Tool<typeof params, ReadFiguresAnswer> = {
  name: 'read_figures',
  description:
    'Filed and computed figures of one filing of an organization, each with the line it stands on. Dollars are whole US dollars, ratios shares of 1. Figures listed as unknown are not known: never state a value for them.',
  params,
  run,
}
