import { z } from 'zod'
import { FORM_NAMES } from '../../domain/facts/citation.ts'
import { FIGURE_KEYS, type FigureKey, MAIN_FIGURES } from '../../profiles/figure-keys.ts'
import { openFigures } from '../../profiles/open-figures.ts'
import type { AssistantDeps } from '../deps.ts'
import { toFilingShown } from './cite.ts'
import type { FilingShown, ToolFigure, UnknownFigure } from './figures.ts'
import { isErrorOf } from './not-found.ts'
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
    .min(2)
    .max(5)
    .refine((eins) => new Set(eins).size === eins.length, 'Name each organization once.'),
  figures: z.array(z.enum(FIGURE_KEYS)).min(1).max(12).optional(),
  year: yearParam.optional(),
})

type Compared = CompareOrganizationsAnswer['organizations'][number]
type Read = Compared | { ein: string; why: string }

async function run(
  deps: AssistantDeps,
  { eins, figures: keys = MAIN_FIGURES, year }: z.output<typeof params>,
  signal: AbortSignal,
): Promise<CompareOrganizationsAnswer> {
  const read = await Promise.all(eins.map((ein) => readOne(deps, ein, keys, year, signal)))
  const organizations = read.filter((one) => 'filing' in one)
  return {
    organizations,
    notCompared: read.filter((one) => 'why' in one),
    cautions: toCautions(organizations),
    citations: organizations.flatMap(({ figures }) => figures.map(({ citation }) => citation)),
    counted: [],
  }
}

async function readOne(
  deps: AssistantDeps,
  ein: string,
  keys: readonly FigureKey[],
  year: number | undefined,
  signal: AbortSignal,
): Promise<Read> {
  try {
    const opened = await openFigures(deps, ein, { year }, keys, signal)
    const filing = toFilingShown(opened.organization, opened.filing)
    return { filing, ...pickToolFigures(keys, opened) }
  } catch (error) {
    // One that cannot be opened leaves the others worth comparing.
    if (isErrorOf(error, 404)) return { ein, why: error.message }
    throw error
  }
}

function toCautions(organizations: readonly Compared[]): string[] {
  const filings = organizations.map(({ filing }) => filing)
  const forms = [...new Set(filings.map(({ form }) => FORM_NAMES[form]))]
  const years = [...new Set(filings.map(({ taxYear }) => String(taxYear)))].sort()
  const groups = filings.filter(({ isGroupReturn }) => isGroupReturn).map(({ name }) => name)
  const list = new Intl.ListFormat('en')
  return [
    ...(forms.length > 1 ? [`They file different forms: ${list.format(forms)}.`] : []),
    ...(years.length > 1 ? [`The figures are of different tax years: ${list.format(years)}.`] : []),
    ...(groups.length > 0
      ? [`A group return stands for several organizations: ${list.format(groups)}.`]
      : []),
  ]
}

/** The same figures of two to five organizations side by side. */
export const compareOrganizations: Tool<typeof params, CompareOrganizationsAnswer> = {
  name: 'compare_organizations',
  description:
    'The same figures of two to five organizations side by side, of their latest filings or of one tax year, with what makes them hard to compare.',
  params,
  run,
}
