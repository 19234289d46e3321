import { z } from 'zod'
import { LEAST_COMPARED, MOST_COMPARED, openEach } from '../../profiles/compare.ts'
import { describeDifferences } from '../../profiles/compare-cautions.ts'
import { FIGURE_KEYS, MAIN_FIGURES } from '../../profiles/figure-keys.ts'
import type { AssistantDeps } from '../deps.ts'
import { toFilingShown } from './cite.ts'
import type { FilingShown, ToolFigure, UnknownFigure } from './figures.ts'
import { einParam, yearParam } from './params.ts'
import { pickToolFigures } from './pick-figures.ts'
import type { Tool, ToolAnswer } from './tool.ts'

export type CompareOrganizationsAnswer = ToolAnswer & {
  /** In the order asked for. */
  organizations: { filing: FilingShown; figures: ToolFigure[]; unknown: UnknownFigure[] }[]
  /** EINs without a filing to compare, and why. */
  notCompared: { ein: string; why: string }[]
  /** What makes the figures hard to compare: other forms, other years. Empty where nothing does. */
  cautions: string[]
}

const params = z.strictObject({
  eins: z
    .array(einParam)
    .min(LEAST_COMPARED)
    .max(MOST_COMPARED)
    .refine((eins) => new Set(eins).size === eins.length, 'Name each organization once.'),
  figures: z.array(z.enum(FIGURE_KEYS)).min(1).max(12).optional(),
  year: yearParam.optional(),
})

async function run(
  deps: AssistantDeps,
  { eins, figures: keys = MAIN_FIGURES, year }: z.output<typeof params>,
  signal: AbortSignal,
): Promise<CompareOrganizationsAnswer> {
  const read = await openEach(deps, eins, { year }, keys, signal)
  const opened = read.filter((one) => 'filing' in one)
  const organizations = opened.map((one) => ({
    filing: toFilingShown(one.organization, one.filing),
    ...pickToolFigures(keys, one),
  }))
  return {
    organizations,
    notCompared: read.filter((one) => 'why' in one),
    cautions: describeDifferences(
      opened.map(({ organization: { name }, filing }) => ({ name, ...filing })),
    ),
    citations: organizations.flatMap(({ figures }) => figures.map(({ citation }) => citation)),
    counted: [],
  }
}

/** The same figures of two to five organizations side by side. */
export const compareOrganizations: Tool<typeof params, CompareOrganizationsAnswer> = {
  name: 'compare_organizations',
  description:
    'The same figures of two to five organizations side by side, of their latest filings or of one tax year, with what makes them hard to compare.',
  params,
  run,
}
