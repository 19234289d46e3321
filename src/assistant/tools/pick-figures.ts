import { CATALOGUE } from '../../domain/facts/catalogue.ts'
import { FORM_NAMES } from '../../domain/facts/citation.ts'
import type { FACTS } from '../../domain/facts/definitions.ts'
import { labelOf } from '../../domain/facts/definitions-by-form.ts'
import { DERIVED, type DerivedFigure, type DerivedKey } from '../../domain/facts/derived.ts'
import { FORMS, type Form } from '../../domain/form.ts'
import { toDerivedEvidence } from '../../profiles/evidence/evidence-ref.ts'
import { type FigureKey, sourceOf } from '../../profiles/figure-keys.ts'
import { type FieldSource, type NamedFigure, pickFigures } from '../../profiles/named-figures.ts'
import type { FilingSummary, Organization } from '../../profiles/organization.ts'
import type { YearlyFiling } from '../../profiles/store/read-filing.ts'
import type { Citation } from '../chat.ts'
import { cite } from './cite.ts'
import type { ToolFigure, UnknownFigure } from './figures.ts'

type Derived = Partial<Record<DerivedKey, DerivedFigure>>

/** What figures are picked from: a filing, whose it is, and what was derived of it. */
export type FigureInputs = {
  organization: Organization
  filing: Pick<FilingSummary, 'form' | 'taxYear' | 'objectId'> & Pick<YearlyFiling, 'facts'>
  derived: Derived
}

export type Picked = { figures: ToolFigure[]; unknown: UnknownFigure[] }

/** The figures of a filing that are known, and why the others are not. */
export function pickToolFigures(keys: readonly FigureKey[], inputs: FigureInputs): Picked {
  const picked: Picked = { figures: [], unknown: [] }
  for (const key of new Set(keys)) {
    const figure = pickToolFigure(key, inputs)
    if (figure) picked.figures.push(figure)
    else picked.unknown.push(toUnknown(key, inputs.filing.form))
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

/** A figure that a filing of a form does not tell, and why. */
export function toUnknown(key: FigureKey, form: Form): UnknownFigure {
  const { fact, derived } = sourceOf(key, form)
  const label = fact ? labelOf(fact, form) : derived ? DERIVED[derived].label : key
  return { key, label, why: whyUnknown({ fact, derived }, form) }
}

const hasLine = (fact: keyof typeof FACTS, form: Form): boolean =>
  CATALOGUE.some(({ key, paths }) => key === fact && paths[form] !== undefined)

/** "; Form 990-T has", where another form has the line. */
function sayOthers(fact: FieldSource['fact']): string {
  const [one, ...more] = fact ? FORMS.filter((form) => hasLine(fact, form)) : []
  return one && more.length === 0 ? `; ${FORM_NAMES[one]} has` : ''
}

type Source = { fact: FieldSource['fact']; derived: FieldSource['derived'] }

function whyUnknown({ fact, derived }: Source, form: Form): string {
  if (fact && hasLine(fact, form)) {
    return `The line is left blank in this ${FORM_NAMES[form]}; blank is not 0.`
  }
  const forms: Partial<Record<Form, { formula: string }>> = derived ? DERIVED[derived].forms : {}
  const rule = forms[form]
  if (!rule) return `${FORM_NAMES[form]} has no line that tells it${sayOthers(fact)}.`
  return `A value it is computed from is not known: ${rule.formula}.`
}
