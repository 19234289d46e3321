import { formatCount } from './money.ts'

/**
 * Format characters and characters that Unicode allows a screen to omit, which can hide or reverse
 * text.
 */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu
const BLANKS = /[\s\p{Cc}]+/gu

/**
 * Removes invisible characters: zero-width, direction marks, tags, variation selectors, ZWJ, and
 * ZWNJ.
 */
export const dropUnseen = (text: string): string => text.toWellFormed().replaceAll(UNSEEN, '')

/**
 * Puts a text on one line, without invisible characters; sequences of blanks and control characters
 * become one space.
 */
export const toLine = (text: string): string => dropUnseen(text).replaceAll(BLANKS, ' ').trim()

const STRINGS = /"[^"\\]*(?:\\.[^"\\]*)*"/gu
// Line separators, tags, code, and brackets other than the indexes of an XPath.
const MARKS_IN_JSON = /[\u0085\u2028\u2029<>`]|\[(?!\d{1,9}\](?!\())/gu

/**
 * Returns JSON in which filed texts contain no hidden characters, markup, links, or Refs. Such
 * characters are escaped, so the data stays the same.
 */
export const toPlainJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(STRINGS, (text) =>
    text.replaceAll(UNSEEN, toEscapes).replaceAll(MARKS_IN_JSON, toEscapes),
  )

const toEscapes = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => {
    const unit = text.charCodeAt(at).toString(16).padStart(4, '0')
    return `\\u${unit}`
  }).join('')

// A similar character for each markup character. Square brackets are reserved for the service's
// Refs and notes.
const MARKS: readonly (readonly [RegExp, string])[] = [
  [/[[［【〔〖〚⟦❲]/gu, '('],
  [/[\]］】〕〗〛⟧❳]/gu, ')'],
  [/[<＜﹤]/gu, '‹'],
  [/[>＞﹥]/gu, '›'],
  [/`/gu, "'"],
  [/\\/gu, '/'],
  // A renderer turns "&lt;" back into "<".
  [/&(?=#?\w{1,32};)/gu, '& '],
]

/** Replaces markup, so that a text creates no link, image, tag, code, or Ref. */
export const withoutMarkup = (text: string): string =>
  MARKS.reduce((plain, [mark, other]) => plain.replaceAll(mark, other), text)

// Emphasis, strikethrough, fences, and headings need two marks, or one at the start of a line.
const RUNS = /([*_~#=|])\1+/gu

/** Returns a filed text that is safe within a line: on one line, visible, without markup. */
export const toPlainFiled = (text: string): string =>
  withoutMarkup(toLine(text)).replaceAll(RUNS, '$1')

/** Returns the first `longest` UTF-16 units of a text, without half a character at the end. */
export const startOf = (text: string, longest: number): string =>
  text
    .slice(0, longest)
    .toWellFormed()
    .replace(/\ufffd$/u, '')

/**
 * Length at which names and places are cut for display and search; the two lines of a name on a
 * return have 150 characters.
 */
export const SHOWN_NAME_LENGTH = 500

/** Cuts a text to `longest` UTF-16 units and adds an ellipsis. */
export const cutShort = (text: string, longest: number): string =>
  text.length <= longest ? text : `${startOf(text, longest)}…`

/** Cuts a text to `longest` characters and, in brackets, the number of the others. */
export function cutFiled(text: string, longest: number): string {
  const [shown, note] = cut(text, longest)
  return shown + note
}

function cut(text: string, longest: number): [shown: string, note: string] {
  if (text.length <= longest) return [text, '']
  const shown = startOf(text, longest)
  const left = text.length - shown.length
  return [`${shown}…`, ` [${formatCount(left)} more characters]`]
}

const QUOTATION_MARKS = /["“”„‟«»＂〝〞〟]/gu

/** Puts a filed text in quotation marks, to distinguish the filer's words. */
export function quoteFiled(text: string, longest: number): string {
  const [shown, note] = cut(toPlainFiled(text).replaceAll(QUOTATION_MARKS, "'"), longest)
  return `“${shown}”${note}`
}

// The length of the longest legal names.
const MAX_NAME_LENGTH = 140
const BEGINS_LIKE_A_NAME = /^[\p{L}\p{N}$('’]/u
// Characters that separate lines, close brackets, look like amounts, or identify an organization as
// the service does.
const MORE_THAN_A_NAME = /[:;"“”„‟«»＂〝〞〟%]|\$\s*\d|\d,\d|\bEIN\b|^[^(]*\)|\([^)]*$|\)[^(]*\)/iu

/**
 * Returns a filed name that is safe within a line, in quotation marks if it could be taken for more
 * than a name.
 */
export function toFiledName(text: string): string {
  const name = toPlainFiled(text)
  const isName =
    name.length <= MAX_NAME_LENGTH && BEGINS_LIKE_A_NAME.test(name) && !MORE_THAN_A_NAME.test(name)
  return isName ? name : quoteFiled(name, MAX_NAME_LENGTH)
}

const PLACE = /^[\p{L}\p{M}][\p{L}\p{M} .'’/-]{0,59}(?:, [A-Z]{2})?$/u

/**
 * Returns a filed city, country, or "City, ST", in quotation marks if it could be taken for
 * something else.
 */
export function toFiledPlace(text: string): string {
  const place = toPlainFiled(text)
  return PLACE.test(place) ? place : quoteFiled(place, MAX_NAME_LENGTH)
}
