/** Format characters and everything that Unicode lets a screen leave out: they can hide text or turn it around. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu
const BLANKS = /[\s\p{Cc}]+/gu

/** A text without invisible characters: zero-width, direction marks, tags, variation selectors, ZWJ and ZWNJ. */
export const dropUnseen = (text: string): string => text.toWellFormed().replaceAll(UNSEEN, '')

/** A text on one line, without unseen characters; runs of blanks and control characters are one space. */
export const toLine = (text: string): string => dropUnseen(text).replaceAll(BLANKS, ' ').trim()

/** JSON with invisible characters written as escapes, so that it hides nothing and its data stays the same. */
export const toVisibleJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(UNSEEN, (unseen) =>
    Array.from({ length: unseen.length }, (_, at) => {
      const unit = unseen.charCodeAt(at).toString(16).padStart(4, '0')
      return `\\u${unit}`
    }).join(''),
  )

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
// What parts our own lines, and the number by which we name an organization.
const PARTS_OF_LINES = /[:;"“”„‟«»＂〝〞〟]|\bEIN\b/iu

/** A filed name as it can stand in a line of ours: in quotation marks if it could be taken for more than a name. */
export function toFiledName(text: string): string {
  const name = toPlainFiled(text)
  const isName =
    name.length <= LONGEST_NAME && BEGINS_LIKE_A_NAME.test(name) && !PARTS_OF_LINES.test(name)
  return isName ? name : quoteFiled(name, LONGEST_NAME)
}
