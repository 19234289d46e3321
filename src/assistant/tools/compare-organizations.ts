import { z } from 'zod'
import { FIGURE_KEYS } from './figure-keys.ts'
import type { FilingShown, ToolFigure, UnknownFigure } from './figures.ts'
import { einParam, yearParam } from './params.ts'
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
    .min(2)
    .max(5)
    .refine((eins) => new Set(eins).size === eins.length, 'Name each organization once.'),
  figures: z.array(z.enum(FIGURE_KEYS)).min(1).max(12).optional(),
  year: yearParam.optional(),
})

/** The same figures of two to five organizations side by side. */
export const compareOrganizations: Tool<typeof params, CompareOrganizationsAnswer> = {
  name: 'compare_organizations',
  description:
    'The same figures of two to five organizations side by side, of their latest filings or of one tax year, with what makes them hard to compare.',
  params,
  run: () => Promise.reject(new Error('not built yet')),
}
