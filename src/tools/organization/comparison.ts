import { z } from 'zod'
import { FIGURE_KEYS, MAIN_FIGURES } from '#src/figures/sets.ts'
import {
  describeDifferences,
  MAX_COMPARED,
  MIN_COMPARED,
  openEach,
} from '../../organizations/compare/compare.ts'
import { toFilingShown } from '../cite.ts'
import { EINS, einsInput, yearInput } from '../parameters.ts'
import { at, bracketed, listAt, NOT_READABLE, organization, textAt, worded } from '../text.ts'
import { defineTool } from '../tool.ts'
import { pickToolFigures } from './figures.ts'

/** The same figures of two to five organizations side by side. */
export const compareOrganizationsTool = defineTool({
  name: 'compare_organizations',
  description:
    'Compares two to five organizations side by side: figures, ratios, rating, and governance, with the Ref of each value or the reason it is unknown.',
  operation: {
    title: 'Compare organizations',
    path: '/api/v2/compare',
    arguments: {
      EINs: { ...EINS, least: MIN_COMPARED, most: MAX_COMPARED },
      Form: {},
      Year: {},
      Metric: {},
    },
    toText: (response) => [
      ...listAt(response, 'Organizations').flatMap(comparedLines),
      ...listAt(response, 'Cautions').map((caution) => `Caution: ${textAt(caution)}`),
    ],
  },
  input: z.strictObject({
    eins: einsInput(MIN_COMPARED, MAX_COMPARED),
    figures: z.array(z.enum(FIGURE_KEYS)).min(1).max(12).optional(),
    year: yearInput.optional(),
  }),
  run: async (deps, { eins, figures: keys = MAIN_FIGURES, year }, signal) => {
    const read = await openEach(deps, eins, { year }, keys, signal)
    const opened = read.filter((one) => 'filing' in one)
    const organizations = opened.map((one) => ({
      filing: toFilingShown(one.organization, one.filing),
      ...pickToolFigures(keys, one),
    }))
    return {
      /** In the requested order. */
      organizations,
      /** EINs without a filing to compare, and why. */
      notCompared: read.flatMap((one) =>
        'error' in one ? [{ ein: one.ein, why: one.error.message }] : [],
      ),
      /** Why the figures are hard to compare: other forms, other years. */
      cautions: describeDifferences(
        opened.map(({ organization: { name }, filing }) => ({ name, ...filing })),
      ),
      citations: organizations.flatMap(({ figures }) => figures.map(({ citation }) => citation)),
      counted: [],
    }
  },
})

/** Figures shown for each; ratios, governance, and the parts of the rating are in the JSON. */
const MAX_COMPARED_FIGURES = 8

function comparedLines(one: unknown): string[] {
  const form = textAt(one, 'Filing', 'Form')
  const filing = form
    ? `Form ${form} for tax year ${textAt(one, 'Filing', 'TaxYear')}`
    : (textAt(one, 'NotCompared') ?? 'no filing to compare')
  const verdict = textAt(one, 'Rating', 'BottomLine')
  const values = listAt(one, 'Figures').slice(0, MAX_COMPARED_FIGURES)
  return [
    `- ${[organization(one), filing, verdict].filter(Boolean).join('; ')}`,
    ...values.map((value) => `  - ${comparedValue(value)}`),
    ...listAt(one, 'Series').map((year) => `  - Metric in ${yearText(year)}`),
  ]
}

/** Returns "2022: 0.133 [Ref] [Ref]", or the reason why the metric is unknown. */
function yearText(year: unknown): string {
  const shown = textAt(year, 'Why') ?? worded(at(year, 'Value'), textAt(year, 'Unit'))
  const refs = listAt(year, 'EvidenceRefs').map((ref) => bracketed(textAt(ref)))
  return `${textAt(year, 'TaxYear')}: ${shown}${refs.join('')}`
}

function comparedValue(value: unknown): string {
  const why = textAt(value, 'Why')
  const isUnreadable = textAt(value, 'Unknown') === 'NotReadable'
  const shown = isUnreadable ? NOT_READABLE : worded(at(value, 'Value'), textAt(value, 'Unit'))
  const reason = why ? ` (${why})` : ''
  return `${textAt(value, 'Label')}: ${shown}${reason}${bracketed(textAt(value, 'EvidenceRef'))}`
}
