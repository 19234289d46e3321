import { type FieldSource, sourceOf } from '#src/figures/figures.ts'
import { COMPARED_FIGURES, type ComparedKey } from '#src/figures/sets.ts'
import { type FigureSources, type NamedFigure, pickFigures } from '../figures/named-figures.ts'
import { labelOfField, type Unknown, whyUnknown } from '../figures/unknown-figure.ts'
import type { FilingSummary } from '../organization.ts'
import { GOVERNANCE_FIELDS, GOVERNANCE_KEYS, type GovernanceKey } from '../people/governance.ts'

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
