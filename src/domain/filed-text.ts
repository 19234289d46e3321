/** Format characters and everything that Unicode lets a screen leave out: they can hide text or turn it around. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu
const BLANKS = /[\s\p{Cc}]+/gu

/** A text without invisible characters: zero-width, direction marks, tags, variation selectors, ZWJ and ZWNJ. */
export const dropUnseen = (text: string): string => text.toWellFormed().replaceAll(UNSEEN, '')

/** A text on one line, without unseen characters; runs of blanks and control characters are one space. */
export const toLine = (text: string): string => dropUnseen(text).replaceAll(BLANKS, ' ').trim()

const STRINGS = /"[^"\\]*(?:\\.[^"\\]*)*"/gu
// Line separators, tags, code, and brackets other than those in which an XPath numbers its steps.
const MARKS_IN_JSON = /[\u0085\u2028\u2029<>`]|\[(?!\d{1,9}\](?!\())/gu

/**
 * JSON in which filed texts hide nothing and hold no markup, links or Refs: such characters are
 * written as escapes, so the data stays the same.
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

// One look-alike for each mark of markup. Square brackets stay free for our Refs and notes.
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

/** A text in which no mark of markup can make a link, an image, a tag, code or one of our Refs. */
export const withoutMarkup = (text: string): string =>
  MARKS.reduce((plain, [mark, other]) => plain.replaceAll(mark, other), text)

// Emphasis, strikethrough, fences and headings take two of a mark, or stand at the start of a line.
const RUNS = /([*_~#=|])\1+/gu

/** A filed text that can stand within a line of ours: on one line, visible, without markup. */
export const toPlainFiled = (text: string): string =>
  withoutMarkup(toLine(text)).replaceAll(RUNS, '$1')

/** The first `longest` UTF-16 units of a text; a character that is cut in half at the end is left out. */
export const startOf = (text: string, longest: number): string =>
  text
    .slice(0, longest)
    .toWellFormed()
    .replace(/\ufffd$/u, '')

/** How much of a name or place is shown and searched; the two lines of a return hold 150 characters. */
export const SHOWN_NAME_LENGTH = 500

/** A text of at most `longest` UTF-16 units before the ellipsis that marks a cut. */
export const cutShort = (text: string, longest: number): string =>
  text.length <= longest ? text : `${startOf(text, longest)}…`

/** The first `longest` characters, and in our brackets how many more there are. */
export function cutFiled(text: string, longest: number): string {
  const [shown, note] = cut(text, longest)
  return shown + note
}

function cut(text: string, longest: number): [shown: string, note: string] {
  if (text.length <= longest) return [text, '']
  const shown = startOf(text, longest)
  const left = text.length - shown.length
  return [`${shown}…`, ` [${left.toLocaleString('en-US')} more characters]`]
}

const QUOTATION_MARKS = /["“”„‟«»＂〝〞〟]/gu

/** A filed text in quotation marks, so that a reader can tell the filer's words from ours. */
export function quoteFiled(text: string, longest: number): string {
  const [shown, note] = cut(toPlainFiled(text).replaceAll(QUOTATION_MARKS, "'"), longest)
  return `“${shown}”${note}`
}

// As long as the longest legal names.
const LONGEST_NAME = 140
const BEGINS_LIKE_A_NAME = /^[\p{L}\p{N}$('’]/u
// What parts our own lines, closes our brackets, tells amounts, or names an organization as we do.
const MORE_THAN_A_NAME = /[:;"“”„‟«»＂〝〞〟%]|\$\s*\d|\d,\d|\bEIN\b|^[^(]*\)|\([^)]*$|\)[^(]*\)/iu

/** A filed name as it can stand in a line of ours: in quotation marks if it could be taken for more than a name. */
export function toFiledName(text: string): string {
  const name = toPlainFiled(text)
  const isName =
    name.length <= LONGEST_NAME && BEGINS_LIKE_A_NAME.test(name) && !MORE_THAN_A_NAME.test(name)
  return isName ? name : quoteFiled(name, LONGEST_NAME)
}

const PLACE = /^[\p{L}\p{M}][\p{L}\p{M} .'’/-]{0,59}(?:, [A-Z]{2})?$/u

/** A filed city, country or "City, ST" as it can stand in a line of ours: else in quotation marks. */
export function toFiledPlace(text: string): string {
  const place = toPlainFiled(text)
  return PLACE.test(place) ? place : quoteFiled(place, LONGEST_NAME)
}
