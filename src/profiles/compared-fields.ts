import { type FigureKey, sourceOf } from './figure-keys.ts'
import { GOVERNANCE_FIELDS, GOVERNANCE_KEYS, type GovernanceKey } from './governance.ts'
import {
  type FieldSource,
  type FigureSources,
  type NamedFigure,
  pickFigures,
} from './named-figures.ts'
import type { FilingSummary } from './organization.ts'
import { labelOfField, type Unknown, whyUnknown } from './unknown-figure.ts'

/**
 * The figures organizations are compared by, grouped as people look at them. Lines that one form
 * alone has, such as a foundation's distributions, are among them: like can be compared with like.
 */
export const COMPARED_GROUPS = [
  {
    title: 'Size',
    figures: ['revenue', 'expenses', 'revenueLessExpenses', 'assets', 'liabilities', 'netAssets'],
  },
  {
    title: 'Where the money comes from',
    figures: ['contributions', 'governmentGrants', 'programServiceRevenue', 'investmentIncome'],
  },
  {
    title: 'How it is spent',
    figures: [
      'programRatio',
      'administrativeRatio',
      'fundraisingRatio',
      'grantsPaid',
      'charitableDisbursements',
      'qualifyingDistributions',
    ],
  },
  {
    title: 'Strength and growth',
    figures: ['reserveMonths', 'liabilitiesToAssets', 'revenueGrowth', 'revenueGrowthThreeYears'],
  },
  {
    title: 'People and pay',
    figures: [
      'employees',
      'volunteers',
      'officerCompensation',
      'officerCompensationShare',
      'highestPaidCompensation',
    ],
  },
] as const satisfies readonly { title: string; figures: readonly FigureKey[] }[]

export type ComparedKey = (typeof COMPARED_GROUPS)[number]['figures'][number]

/** In the order they are shown. */
export const COMPARED_FIGURES: readonly ComparedKey[] = COMPARED_GROUPS.flatMap(
  ({ figures }) => figures,
)

/** A field of a filing: its value with the Ref, or why it is not known. */
export type ComparedField<Key extends string> = { key: Key } & (
  | (NamedFigure & { unknown?: undefined })
  | { label: string; unknown: Unknown }
)

type ComparedSources = FigureSources & { filing: Pick<FilingSummary, 'warnings'> }

/** The figures and the governance of a filing, every field of them in order. */
export const pickCompared = (
  sources: ComparedSources,
): { figures: ComparedField<ComparedKey>[]; governance: ComparedField<GovernanceKey>[] } => ({
  figures: COMPARED_FIGURES.map((key) =>
    pickField(key, sourceOf(key, sources.filing.form), sources),
  ),
  governance: GOVERNANCE_KEYS.map((key) => pickField(key, GOVERNANCE_FIELDS[key], sources)),
})

function pickField<Key extends string>(
  key: Key,
  source: FieldSource,
  sources: ComparedSources,
): ComparedField<Key> {
  const { found } = pickFigures({ found: source }, sources)
  if (found) return { key, ...found }
  const { filing } = sources
  const label = labelOfField(source, filing.form) ?? key
  return { key, label, unknown: whyUnknown(source, filing) }
}
