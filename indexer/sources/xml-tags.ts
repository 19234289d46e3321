import { LONGEST_TEXT, LongText } from '#src/domain/long-text.ts'
import { isSsnName, LONGEST_NAME } from './strict-return.ts'

/** Thrown for input that the strict parser must handle. */
export const UNUSUAL = Symbol('unusual')

// Here and in scan-return.ts, text is UTF-8 with one byte per character: XML's own characters are
// ASCII, and the others are copied as they are. Such strings take the memory of their bytes.
const toBytes = (text: string): string => Buffer.from(text).toString('latin1')
export const fromBytes = (text: string): string => Buffer.from(text, 'latin1').toString()

/** An element name, without prefix in `local`. */
export type Name = { local: string; key: string; endTag: string; isSsn: boolean }

const NAME = /^(?:[A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)$/
// All schemas together have about ten thousand names.
const MAX_NAMES = 32_768
/** Start tags without attributes, by their names with prefix. */
const plainTags = new Map<string, StartTag>()

/** Returns the start tag with this name and no attributes. */
function toPlainTag(raw: string): StartTag {
  const known = plainTags.get(raw)
  if (known) return known
  const local = NAME.exec(raw)?.[1]
  if (local === undefined || raw.length > LONGEST_NAME || plainTags.size === MAX_NAMES)
    throw UNUSUAL
  // Copied, because a slice would keep the whole return in memory.
  const name = {
    local: Buffer.from(local).toString(),
    key: Buffer.from(`"${local}": `).toString(),
    endTag: Buffer.from(`</${raw}>`).toString(),
    isSsn: isSsnName(local),
  }
  const tag = { name, attributes: [], isEmpty: false }
  plainTags.set(Buffer.from(raw).toString(), tag)
  return tag
}

const PLAIN_NAME = /[^ \t\r\n/]+/y
const ATTRIBUTE = /[ \t\r\n]+((?:[A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*))=(?:"([^"<]*)"|'([^'<]*)')/y
const TAG_END = /[ \t\r\n]*\/?$/y
// Blanks other than spaces are normalized in attributes.
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML allows few of them.
const NORMALIZED = /[\0-\x1f]/
export const LONGEST_TAG = 2 * LONGEST_TEXT

export type StartTag = { name: Name; attributes: [key: string, json: string][]; isEmpty: boolean }

/** Reads what is between `<` and `>`. */
export function readTag(tag: string): StartTag {
  const known = plainTags.get(tag)
  if (known) return known
  const isEmpty = tag.endsWith('/')
  if (tag.length > LONGEST_TAG) throw UNUSUAL
  PLAIN_NAME.lastIndex = 0
  const plain = toPlainTag(PLAIN_NAME.exec(tag)?.[0] ?? '')
  if (isEmpty && PLAIN_NAME.lastIndex === tag.length - 1) return { ...plain, isEmpty }
  const attributes: StartTag['attributes'] = []
  const namespaces = new Set<string>()
  let at = PLAIN_NAME.lastIndex
  for (;;) {
    ATTRIBUTE.lastIndex = at
    const [, raw, local = '', quoted, single = ''] = ATTRIBUTE.exec(tag) ?? []
    if (raw === undefined) break
    const value = quoted ?? single
    if (raw.length > LONGEST_NAME || NORMALIZED.test(value)) throw UNUSUAL
    const json = toJson(value)
    if (!/^xmlns(?::|$)/.test(raw)) attributes.push([`"@${local}": `, json])
    else if (namespaces.has(raw)) throw UNUSUAL
    else namespaces.add(raw)
    at = ATTRIBUTE.lastIndex
  }
  TAG_END.lastIndex = at
  if (!TAG_END.test(tag)) throw UNUSUAL
  return { name: plain.name, attributes, isEmpty }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON and XML allow few of them.
const SPECIAL = /[\0-\x1f"\\&\]\xef]/
// U+FFFE and U+FFFF are EF BF BE and EF BF BF.
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids them.
const FORBIDDEN = /[\0-\x08\v\f\x0e-\x1f]|\]\]>|\xef\xbf[\xbe\xbf]/
const REFERENCE = /&(?:(amp|lt|gt|quot|apos)|#(?:x([\da-fA-F]{1,5})|(\d{1,5})));|&/g
const LONGEST_REFERENCE = '&#xFFFFF;'.length
const CHARACTERS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

/** Resolves references and line ends. Throws UNUSUAL for characters and references not in XML. */
function resolveText(text: string): string {
  if (FORBIDDEN.test(text)) throw UNUSUAL
  return text.replace(/\r\n?/g, '\n').replace(REFERENCE, (_, name, hex, digits) => {
    if (name !== undefined) return CHARACTERS[name] ?? ''
    const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16)
    // Blanks are trimmed depending on where they are; surrogates and higher code points are never
    // filed.
    if (!(code > 0x20 && code < 0xd800)) throw UNUSUAL
    return toBytes(String.fromCharCode(code))
  })
}

/** Returns XML text as a JSON string, cut at LONGEST_TEXT. */
export function toJson(text: string): string {
  if (text.length > LONGEST_TEXT) return toCutJson(Buffer.from(text, 'latin1'))
  return SPECIAL.test(text) ? JSON.stringify(resolveText(text)) : `"${text}"`
}

// Long texts are read in pieces, so that only the part that is kept takes memory.
const PIECE = 64 << 10

/** Does the same for a text of any length in UTF-8. */
export function toCutJson(text: Buffer): string {
  const kept = new LongText()
  for (let start = 0; start < text.length; ) {
    const end = pieceEnd(text, start)
    kept.add(fromBytes(resolveText(text.toString('latin1', start, end))))
    start = end
  }
  return toBytes(JSON.stringify(kept.end()))
}

/** Returns where a piece from `start` ends: not inside a character, a line end, or a reference. */
function pieceEnd(text: Buffer, start: number): number {
  let end = start + PIECE
  if (end >= text.length) return text.length
  const reference = text.subarray(end - LONGEST_REFERENCE, end).lastIndexOf('&')
  if (reference >= 0) return end - LONGEST_REFERENCE + reference
  while (((text[end] as number) & 0xc0) === 0x80) end -= 1
  return text[end] === 0x0a && text[end - 1] === 0x0d ? end - 1 : end
}
