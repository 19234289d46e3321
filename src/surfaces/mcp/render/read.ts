import {
  cutFiled,
  quoteFiled,
  toFiledName,
  toFiledPlace,
  toPlainFiled,
} from '../../../domain/filed-text.ts'

/** Characters of one text: a long mission whole, while 25 texts still fit into a model's context. */
export const MOST_TEXT = 1_000
// Refs and XPaths number their steps in square brackets, and must stay as they are to be passed back.
const PATH = /^[\w.:%/@-]+(?:\[\d+\][\w.:%/@-]*)*$/

/** The value at a path of names in a JSON answer; undefined where there is none. */
export const at = (answer: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined,
    answer,
  )

/**
 * The text there, else the number as a text; undefined for anything else. Whatever a filing says in
 * it stays on its line, without markup, and is cut at `MOST_TEXT`.
 */
export function textAt(answer: unknown, ...path: string[]): string | undefined {
  const text = rawAt(answer, path)
  return text === undefined || PATH.test(text) ? text : cutFiled(toPlainFiled(text), MOST_TEXT)
}

/** The filed text there, in quotation marks. */
export function quotedAt(answer: unknown, ...path: string[]): string | undefined {
  const text = rawAt(answer, path)
  return text === undefined ? undefined : quoteFiled(text, MOST_TEXT)
}

/** The filed name there, in quotation marks if it could be taken for more than that. */
export function nameAt(answer: unknown, ...path: string[]): string | undefined {
  const text = rawAt(answer, path)
  return text === undefined ? undefined : toFiledName(text)
}

/** The filed city, country or "City, ST" there, in quotation marks if it could be taken for more. */
export function placeAt(answer: unknown, ...path: string[]): string | undefined {
  const text = rawAt(answer, path)
  return text === undefined ? undefined : toFiledPlace(text)
}

function rawAt(answer: unknown, path: string[]): string | undefined {
  const value = at(answer, ...path)
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The number there; undefined for anything else. */
export function numberAt(answer: unknown, ...path: string[]): number | undefined {
  const value = at(answer, ...path)
  return typeof value === 'number' ? value : undefined
}

/** The list there; empty for anything else. */
export function listAt(answer: unknown, ...path: string[]): unknown[] {
  const value = at(answer, ...path)
  return Array.isArray(value) ? value : []
}

/** Nine digits: where the interface has an EIN as an integer its leading zero is lost. */
export const einAt = (answer: unknown, ...path: string[]): string | undefined =>
  textAt(answer, ...path)?.padStart(9, '0')
