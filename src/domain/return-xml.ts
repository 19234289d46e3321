import type { Block, BlockValue, Leaf } from './blocks.ts'
import { type PartId, partPath } from './filing-contents.ts'
import { HEADER_BLOCK } from './form.ts'

/** A piece of XML: text, or a repeat that is stored separately from its part. */
type XmlPiece = string | { cut: string; name: string; depth: number }

const NAMESPACE = 'http://www.irs.gov/efile'

/** Returns the XML before the parts of a return. `comment` says where the file comes from. */
export const openReturn = (schemaVersion: string | null, comment: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!--',
    // Two hyphens would end the comment.
    ...comment.map((line) => `  ${line.replaceAll(/-(?=-|$)/g, '_')}`),
    '-->',
    `<Return xmlns="${NAMESPACE}"${attributeXml('returnVersion', schemaVersion)}>`,
    '',
  ].join('\n')

/** The XML around the parts: the header is below the root, the others below ReturnData. */
export const RETURN_DATA = { open: '  <ReturnData>\n', close: '  </ReturnData>\n</Return>\n' }

/** Returns a stored part as XML, with a piece in place of each of `cuts`. */
export function toPartXml(part: PartId, content: Block, cuts: ReadonlySet<string>): XmlPiece[] {
  const depth = part.block === HEADER_BLOCK ? 1 : 2
  const pieces: XmlPiece[] = []
  writeElement(pieces, { name: part.block, value: content, path: partPath(part), depth }, cuts)
  return pieces
}

/** Returns items of a repeat that is stored separately as XML. */
export function toItemsXml(name: string, items: readonly (Leaf | Block)[], depth: number): string {
  const pieces: XmlPiece[] = []
  for (const value of items) writeElement(pieces, { name, value, path: '', depth }, new Set())
  return pieces.join('')
}

type Element = { name: string; value: Leaf | Block; path: string; depth: number }

function writeElement(pieces: XmlPiece[], element: Element, cuts: ReadonlySet<string>): void {
  const { name, value, path, depth } = element
  const indent = '  '.repeat(depth)
  if (typeof value === 'string') {
    addText(pieces, `${indent}${leafXml(name, '', value)}\n`)
    return
  }
  const entries = Object.entries(value)
  const attributes = entries
    .filter(([key]) => key.startsWith('@'))
    .map(([key, text]) => attributeXml(key.slice(1), text as string))
    .join('')
  const children = entries.filter(([key]) => !key.startsWith('@') && key !== '#text')
  const text = (value['#text'] as string | undefined) ?? ''
  if (children.length === 0) {
    addText(pieces, `${indent}${leafXml(name, attributes, text)}\n`)
    return
  }
  addText(pieces, `${indent}<${name}${attributes}>${escapeText(text)}\n`)
  for (const [key, child] of children) {
    const below = { name: key, path: `${path}/${key}`, depth: depth + 1 }
    if (cuts.has(below.path)) pieces.push({ cut: below.path, name: key, depth: below.depth })
    for (const one of itemsOf(child)) writeElement(pieces, { ...below, value: one }, cuts)
  }
  addText(pieces, `${indent}</${name}>\n`)
}

const itemsOf = (value: BlockValue): (Leaf | Block)[] => (Array.isArray(value) ? value : [value])

/** Returns an element without child elements as XML: `<CYTotalRevenueAmt>3271023</CYTotalRevenueAmt>`. */
const leafXml = (name: string, attributes: string, text: string): string =>
  text === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${escapeText(text)}</${name}>`

/** Returns the attributes of an element, each after a space. */
export const attributeXml = (name: string, value: string | null): string =>
  value === null
    ? ''
    : // Parsers read line ends and tabs in attributes as spaces.
      ` ${name}="${escapeText(value).replaceAll(/["\n\t]/g, (one) => `&#${one.charCodeAt(0)};`)}"`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

const escapeText = (text: string): string =>
  text.replaceAll(/[&<>\r]/g, (character) => ENTITIES[character] ?? character)

/** Adds a text to the last one, so that a part is written in few pieces. */
function addText(pieces: XmlPiece[], text: string): void {
  const last = pieces.at(-1)
  if (typeof last === 'string') pieces[pieces.length - 1] = last + text
  else pieces.push(text)
}
