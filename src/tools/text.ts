import { padEin } from '../domain/ein.ts'
import {
  cutFiled,
  quoteFiled,
  toFiledName,
  toFiledPlace,
  toPlainFiled,
} from '../domain/filed-text.ts'
import { countOf, formatDollars } from '../domain/money.ts'

/**
 * The longest text in a line: a long mission stays complete, and 25 texts fit a model's context.
 */
export const MAX_TEXT = 1_000
// Refs and XPaths number their steps in square brackets; an agent passes them back unchanged.
const PATH = /^[\w.:%/@-]+(?:\[\d+\][\w.:%/@-]*)*$/

/** Replaces a value that a filing does not have; it is never 0. */
export const NOT_REPORTED = 'not reported'
/** Replaces an amount whose filed text is not a number. */
export const NOT_READABLE = 'not readable'

/** Returns the value at a path of names in JSON, or undefined. */
export const at = (json: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined,
    json,
  )

function rawAt(json: unknown, path: string[]): string | undefined {
  const value = at(json, ...path)
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Creates a reader of the text or number at a path. Every reader makes filed text safe to show. */
const reader =
  (show: (text: string) => string) =>
  (json: unknown, ...path: string[]): string | undefined => {
    const text = rawAt(json, path)
    return text === undefined ? undefined : show(text)
  }

/** Returns the text on one line, without markup, cut at `MAX_TEXT`. */
export const textAt = reader((text) =>
  PATH.test(text) ? text : cutFiled(toPlainFiled(text), MAX_TEXT),
)
/** Returns the filed text in quotation marks. */
export const quotedAt = reader((text) => quoteFiled(text, MAX_TEXT))
/** Returns the filed name, quoted if it could be read as more than a name. */
export const nameAt = reader(toFiledName)
/**
 * Returns the filed city, country, or "City, ST", quoted if it could be read as more than a place.
 */
export const placeAt = reader(toFiledPlace)
/** Returns nine digits: JSON has EINs as integers, which lose leading zeros. */
export const einAt = (json: unknown, ...path: string[]): string | undefined => {
  const digits = textAt(json, ...path)
  return digits === undefined ? undefined : padEin(digits)
}

export function numberAt(json: unknown, ...path: string[]): number | undefined {
  const value = at(json, ...path)
  return typeof value === 'number' ? value : undefined
}

/** Returns the list, empty if there is none. */
export function listAt(json: unknown, ...path: string[]): unknown[] {
  const value = at(json, ...path)
  return Array.isArray(value) ? value : []
}

/** Returns an amount in full. */
export const dollars = (amount: number | undefined): string =>
  amount === undefined ? NOT_REPORTED : formatDollars(amount)

/** Returns a value with its unit; filed text is quoted. */
export function worded(value: unknown, unit?: string, longest = MAX_TEXT): string {
  if (typeof value === 'number') {
    if (unit === 'USD') return dollars(value)
    return value.toLocaleString('en-US', { maximumFractionDigits: 4 })
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? quoteFiled(value, longest) : NOT_REPORTED
}

/** Returns "1 row", "2 rows"; "rows" if the number is not known. */
export const counted = (count: number | undefined, one: string, many = `${one}s`): string =>
  count === undefined ? many : countOf(count, one, many)

/** Joins the parts that are not empty with commas. */
export const joined = (...parts: (string | undefined | false)[]): string =>
  parts.filter((part) => typeof part === 'string' && part !== '').join(', ')

/** "[Ref or citation]" after a space, or nothing. */
export const bracketed = (cited: string | undefined): string => (cited ? ` [${cited}]` : '')

/** "NAME (EIN 070000101, Minneapolis, MN)"; unknown parts are omitted. */
export function organization(party: unknown): string {
  const ein = einAt(party, 'EIN')
  const beside = joined(ein ? `EIN ${ein}` : 'EIN unknown', placeAt(party, 'Location'))
  return `${nameAt(party, 'Name') ?? 'Name unknown'} (${beside})`
}

/** Returns how to get the next page, if there is one. */
export const nextPage = (response: unknown): string[] =>
  textAt(response, 'NextCursor')
    ? ['For more, call again with the same arguments and Cursor set to NextCursor.']
    : []

/** Creates a reader of the citation of a Ref from a response's list of evidence. */
export function citationsOf(evidence: readonly unknown[]): (ref: string | undefined) => string {
  const citations = new Map(
    evidence.map((one) => [textAt(one, 'Ref'), textAt(one, 'Citation')] as const),
  )
  return (ref) => bracketed(ref && (citations.get(ref) || ref))
}
