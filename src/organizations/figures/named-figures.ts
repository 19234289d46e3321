import { toRef } from '#src/domain/evidence.ts'
import { FACTS, type FactKey, unitOfKind } from '#src/domain/facts/definitions.ts'
import { labelOf } from '#src/domain/facts/definitions-by-form.ts'
import type { DerivedFigure, DerivedKey } from '#src/domain/facts/derived.ts'
import type { FactValue } from '#src/domain/facts/read-facts.ts'
import { type FieldSource, type FigureKey, sourceOf } from '#src/figures/figures.ts'
import { toDerivedRef } from '../evidence/derived-ref.ts'
import type { Filing, Organization } from '../organization.ts'

/** A value with its Ref; a derived one with its formula and the Refs it came from. */
export type NamedFigure = {
  label: string
  value: FactValue
  /** USD, count, ratio (a share of 1) or months; answers and texts have none. */
  unit?: 'USD' | 'count' | 'ratio' | 'months'
  ref: string
  formula?: string
  derivedFrom?: string[]
}

/** What named figures are taken from. */
export type FigureSources = {
  organization: Pick<Organization, 'ein' | 'filings' | 'primaryForm'>
  filing: Pick<Filing, 'form' | 'taxYear' | 'objectId' | 'facts'>
  derived: Partial<Record<DerivedKey, DerivedFigure>>
}

/** Returns the figures of a filing that are known, by key. */
export const pickByKey = <Key extends FigureKey>(
  keys: readonly Key[],
  sources: FigureSources,
): Partial<Record<Key, NamedFigure>> => {
  const fields = keys.map((key) => [key, sourceOf(key, sources.filing.form)] as const)
  return pickFigures(Object.fromEntries(fields) as Record<Key, FieldSource>, sources)
}

/** Returns the fields of a filing that are known, by name. */
export function pickFigures<Key extends string>(
  fields: Readonly<Record<Key, FieldSource>>,
  sources: FigureSources,
): Partial<Record<Key, NamedFigure>> {
  const found: Partial<Record<Key, NamedFigure>> = {}
  for (const key of Object.keys(fields) as Key[]) {
    const figure = pickFigure(fields[key], sources)
    if (figure) found[key] = figure
  }
  return found
}

function pickFigure({ fact, derived }: FieldSource, sources: FigureSources) {
  const filed = fact && filedFigure(fact, sources)
  const computed = derived && sources.derived[derived]
  return filed ?? (computed && derivedFigure(computed, sources))
}

function filedFigure(key: FactKey, { filing }: FigureSources): NamedFigure | undefined {
  const fact = filing.facts[key]
  if (fact === undefined) return undefined
  const [kind] = FACTS[key]
  const { form, taxYear, objectId } = filing
  const unit = unitOfKind(kind)
  return {
    label: labelOf(key, form),
    value: fact.value,
    ...(unit && { unit }),
    ref: toRef({ form, taxYear, objectId, path: fact.path }),
  }
}

const derivedFigure = (
  figure: DerivedFigure,
  { organization, filing }: FigureSources,
): NamedFigure => ({
  label: figure.label,
  value: figure.value,
  ...(figure.unit !== 'boolean' && { unit: figure.unit }),
  ref: toDerivedRef(organization, filing, figure.key),
  formula: figure.formula,
  derivedFrom: figure.from.map(toRef),
})
