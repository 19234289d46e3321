import type { DerivedFigure, DerivedKey } from '../../domain/facts/derived.ts'
import { toDerivedEvidence } from '../../profiles/evidence/evidence-ref.ts'
import { type FigureKey, sourceOf } from '../../profiles/figure-keys.ts'
import { type NamedFigure, pickFigures } from '../../profiles/named-figures.ts'
import type { FilingSummary, Organization } from '../../profiles/organization.ts'
import type { YearlyFiling } from '../../profiles/store/read-filing.ts'
import { labelOfField, whyUnknown } from '../../profiles/unknown-figure.ts'
import type { Citation } from '../chat.ts'
import { cite } from './cite.ts'
import type { ToolFigure, UnknownFigure } from './figures.ts'

type Derived = Partial<Record<DerivedKey, DerivedFigure>>

/** What figures are picked from: a filing, whose it is, and what was derived of it. */
export type FigureInputs = {
  organization: Organization
  filing: Pick<FilingSummary, 'form' | 'taxYear' | 'objectId' | 'warnings'> &
    Pick<YearlyFiling, 'facts'>
  derived: Derived
}

export type Picked = { figures: ToolFigure[]; unknown: UnknownFigure[] }

/** The figures of a filing that are known, and why the others are not. */
export function pickToolFigures(keys: readonly FigureKey[], inputs: FigureInputs): Picked {
  const picked: Picked = { figures: [], unknown: [] }
  for (const key of new Set(keys)) {
    const figure = pickToolFigure(key, inputs)
    if (figure) picked.figures.push(figure)
    else picked.unknown.push(toUnknown(key, inputs.filing))
  }
  return picked
}

/** One figure of a filing; undefined where it is not known. */
export function pickToolFigure(key: FigureKey, inputs: FigureInputs): ToolFigure | undefined {
  const named = pickFigures({ one: sourceOf(key, inputs.filing.form) }, inputs).one
  const citation = named && toCitation(key, named, inputs)
  if (!citation || typeof named?.value !== 'number' || named.unit === undefined) return undefined
  const { form, taxYear } = inputs.filing
  const { label, value, unit } = named
  return { key, label, value, unit, form, taxYear, citation }
}

function toCitation(
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

/** A figure that a filing does not tell, and why. */
export function toUnknown(key: FigureKey, filing: FigureInputs['filing']): UnknownFigure {
  const source = sourceOf(key, filing.form)
  const label = labelOfField(source, filing.form) ?? key
  return { key, label, why: whyUnknown(source, filing).why }
}
