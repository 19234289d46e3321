import { formatRef, toRef } from './evidence.ts'
import type { FactKey } from './facts/definitions.ts'
import { type Facts, type FactValue, misreadFacts } from './facts/read-facts.ts'
import type { Form } from './form.ts'

/** A value with the Ref of the leaf or registry column that holds it. */
export type Cited<Value> = { value: Value; ref: string }

/** What of a filing its facts are cited by. */
export type Citable = {
  form: Form
  taxYear: number
  objectId: string
  facts: Facts
  /** Without them, a line that cannot be read counts as blank. */
  warnings?: readonly string[]
}

/** An organization with its registry row, if it has one; `asOf` is the extract's month, YYYY-MM. */
export type Registered = { ein: string; registry: { asOf: string } | null }

/** A fact of a filing as filed; undefined when it is not filed. */
export function citeFact(filing: Citable, key: FactKey): Cited<FactValue> | undefined {
  const fact = filing.facts[key]
  return fact && { value: fact.value, ref: toRef({ ...filing, path: fact.path }) }
}

/** A filed amount or count; undefined when it is not filed or no number. */
export function citeNumber(filing: Citable, key: FactKey): Cited<number> | undefined {
  const fact = citeFact(filing, key)
  return typeof fact?.value === 'number' ? { value: fact.value, ref: fact.ref } : undefined
}

/**
 * What the line of an amount or count says. Reported: `value` with its `ref`. Filed, but not
 * readable as a number: `ref` alone, of the text. Not reported: neither.
 */
export type FiledNumber = { value?: number; ref?: string | undefined }

/** A filing whose unreadable lines are known, by its warnings. */
export type Readable = Citable & { warnings: readonly string[] }

/** What the line of a fact says in a filing, unreadable texts included. */
export const readNumber = (filing: Readable, key: FactKey): FiledNumber =>
  citeNumber(filing, key) ?? { ref: citeUnreadable(filing, key) }

/** The Ref of a line that holds a text its kind cannot be read from; undefined for other lines. */
export function citeUnreadable(filing: Readable, key: FactKey): string | undefined {
  if (filing.facts[key] !== undefined) return undefined
  const path = misreadFacts(filing.form, filing.warnings).get(key)
  return path && toRef({ ...filing, path })
}

/** A filed text; undefined when it is not filed. */
export function citeText(filing: Citable, key: FactKey): Cited<string> | undefined {
  const fact = citeFact(filing, key)
  return typeof fact?.value === 'string' ? { value: fact.value, ref: fact.ref } : undefined
}

/** The Ref of a box that is ticked; undefined when it is not. */
export const citeTicked = (filing: Citable, key: FactKey): string | undefined => {
  const fact = citeFact(filing, key)
  return fact?.value === true ? fact.ref : undefined
}

/** The Ref of a column of the organization's registry row; undefined when it has no row. */
export const citeRegistry = ({ ein, registry }: Registered, column: string): string | undefined =>
  registry ? formatRef({ kind: 'bmf', asOf: registry.asOf, ein, column }) : undefined
