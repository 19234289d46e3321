import { formatRef, toRef } from './evidence.ts'
import type { FactKey } from './facts/definitions.ts'
import { type Facts, type FactValue, misreadFacts } from './facts/read-facts.ts'
import type { Form } from './form.ts'

/** A value with the Ref of the leaf or registry column it is filed in. */
export type Cited<Value> = { value: Value; ref: string }

/** A filing whose facts can be cited. */
export type Citable = {
  form: Form
  taxYear: number
  objectId: string
  facts: Facts
  /** They identify unreadable lines; without them, such a line counts as blank. */
  warnings?: readonly string[] | undefined
}

/** An organization and its registry row; `asOf` is the month of the extract, YYYY-MM. */
export type Registered = { ein: string; registry: { asOf: string } | null }

/** Returns the Ref of a leaf or row of a filing. */
export const refOf = (
  { form, taxYear, objectId }: Pick<Citable, 'form' | 'taxYear' | 'objectId'>,
  path: string,
): string => toRef({ form, taxYear, objectId, path })

/** Returns a fact as filed; undefined if it is not filed. */
export function citeFact(filing: Citable, key: FactKey): Cited<FactValue> | undefined {
  const fact = filing.facts[key]
  return fact && { value: fact.value, ref: refOf(filing, fact.path) }
}

/** Returns a filed amount or count; undefined if the line has no number. */
export function citeNumber(filing: Citable, key: FactKey): Cited<number> | undefined {
  const fact = citeFact(filing, key)
  return typeof fact?.value === 'number' ? { value: fact.value, ref: fact.ref } : undefined
}

/**
 * The content of the line of an amount or count: `value` and `ref` of a number, `ref` alone of an
 * unreadable text, neither for a blank line.
 */
export type FiledNumber = { value?: number; ref?: string | undefined }

/** A filing whose warnings, and therefore unreadable lines, are known. */
export type Readable = Citable & { warnings: readonly string[] }

/** Returns the content of the line of an amount or count. */
export const readNumber = (filing: Readable, key: FactKey): FiledNumber =>
  citeNumber(filing, key) ?? { ref: citeUnreadable(filing, key) }

/**
 * Returns the Ref of a line whose text has the wrong kind for the fact; undefined for other lines.
 */
export function citeUnreadable(filing: Readable, key: FactKey): string | undefined {
  if (filing.facts[key] !== undefined) return undefined
  const path = misreadFacts(filing.form, filing.warnings).get(key)
  return path && refOf(filing, path)
}

/** Returns a filed text; undefined if it is not filed. */
export function citeText(filing: Citable, key: FactKey): Cited<string> | undefined {
  const fact = citeFact(filing, key)
  return typeof fact?.value === 'string' ? { value: fact.value, ref: fact.ref } : undefined
}

/** Returns the Ref of a box if it is checked. */
export const citeTicked = (filing: Citable, key: FactKey): string | undefined => {
  const fact = citeFact(filing, key)
  return fact?.value === true ? fact.ref : undefined
}

/** Returns the Ref of a column of the organization's registry row, if it has a row. */
export const citeRegistry = ({ ein, registry }: Registered, column: string): string | undefined =>
  registry ? formatRef({ kind: 'bmf', asOf: registry.asOf, ein, column }) : undefined

/** An organization and its revocations, the latest first; dates are YYYY-MM-DD. */
type Revocable = {
  ein: string
  isRevoked: boolean
  revocations: readonly { revokedOn: string; reinstatedOn: string | null }[]
}

/** Returns the day the exemption was revoked, if it is still revoked. */
export const citeRevocation = ({
  ein,
  isRevoked,
  revocations: [last],
}: Revocable): Cited<string> | undefined =>
  isRevoked && last ? citeRevokedOn(ein, last.revokedOn) : undefined

/**
 * Returns the day of a revocation without reinstatement if the organization counts as not revoked,
 * because a newer registry lists it (indexer/resolve/README.md).
 */
export function citeOverruled({
  ein,
  isRevoked,
  revocations: [last],
}: Revocable): Cited<string> | undefined {
  if (isRevoked || !last) return undefined
  const isReinstated = last.reinstatedOn !== null && last.reinstatedOn >= last.revokedOn
  return isReinstated ? undefined : citeRevokedOn(ein, last.revokedOn)
}

const citeRevokedOn = (ein: string, revokedOn: string): Cited<string> => ({
  value: revokedOn,
  ref: formatRef({ kind: 'revocation', ein, revokedOn, column: 'RevocationDate' }),
})

/** The name of this site, which is also the author of what it calculates. */
export const SITE_NAME = 'Nonprofit Research'
