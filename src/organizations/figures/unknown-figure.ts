import { citeUnreadable, type Readable } from '#src/domain/cite.ts'
import { CATALOGUE } from '#src/domain/facts/catalogue.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { FACTS } from '#src/domain/facts/definitions.ts'
import { labelOf } from '#src/domain/facts/definitions-by-form.ts'
import type { FactKind } from '#src/domain/facts/definitions-checklists.ts'
import { DERIVED } from '#src/domain/facts/derived.ts'
import { FORMS, type Form } from '#src/domain/form.ts'
import type { FieldSource } from '#src/figures/figures.ts'

/**
 * Why a value is not known: its line is blank, its line holds a text that cannot be read as a
 * value, the form has no such line, or it is computed from a value that is not known.
 */
export const UNKNOWN_STATES = ['NotReported', 'NotReadable', 'NotOnForm', 'NotComputable'] as const
export type UnknownState = (typeof UNKNOWN_STATES)[number]

/** `ref` is the Ref of a text that is not readable. */
export type Unknown = { state: UnknownState; why: string; ref?: string }

/** What a field is called on a form; undefined for a field of no source. */
export const labelOfField = ({ fact, derived }: FieldSource, form: Form): string | undefined =>
  fact ? labelOf(fact, form) : derived && DERIVED[derived].label

/** What a line of each kind asks for. */
const ASKED: Record<FactKind, string> = {
  money: 'an amount',
  count: 'a number',
  decimal: 'a number',
  boolean: 'yes or no',
  text: 'a text',
}

/** Why a filing does not tell a field, in a sentence. */
export function whyUnknown({ fact, derived }: FieldSource, filing: Readable): Unknown {
  const { form } = filing
  const ref = fact && citeUnreadable(filing, fact)
  if (fact && ref) {
    const [kind] = FACTS[fact]
    const why = `The line of this ${FORM_NAMES[form]} holds a text that is not ${ASKED[kind]}.`
    return { state: 'NotReadable', why, ref }
  }
  if (fact && hasLine(fact, form)) {
    const why = `The line is left blank in this ${FORM_NAMES[form]}; blank is not 0.`
    return { state: 'NotReported', why }
  }
  const forms: Partial<Record<Form, { formula: string }>> = derived ? DERIVED[derived].forms : {}
  const rule = forms[form]
  if (!rule) {
    const why = `${FORM_NAMES[form]} has no line that tells it${sayOthers(fact)}.`
    return { state: 'NotOnForm', why }
  }
  const why = `A value it is computed from is not known: ${rule.formula}.`
  return { state: 'NotComputable', why }
}

const hasLine = (fact: FieldSource['fact'], form: Form): boolean =>
  CATALOGUE.some(({ key, paths }) => key === fact && paths[form] !== undefined)

/** "; Form 990-T has", where another form has the line. */
function sayOthers(fact: FieldSource['fact']): string {
  const [one, ...more] = fact ? FORMS.filter((form) => hasLine(fact, form)) : []
  return one && more.length === 0 ? `; ${FORM_NAMES[one]} has` : ''
}
