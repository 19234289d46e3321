import type { Filing } from '../filings.ts'
import type { Random } from '../random.ts'
import { nameOf2012 } from './old-names.ts'

/** Combines header and data as the IRS publishes them. */
export function writeReturn(filing: Filing, header: Block, data: Block, random: Random): string {
  const style = drawStyle(random)
  const count = Object.values(data).reduce<number>(
    (sum, content) => sum + (Array.isArray(content) ? content.length : 1),
    0,
  )
  return writeXml(
    'Return',
    {
      [style.prefix === '' ? '@xmlns' : '@xmlns:irs']: 'http://www.irs.gov/efile',
      '@xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      '@xsi:schemaLocation': 'http://www.irs.gov/efile',
      '@returnVersion': filing.version,
      ReturnHeader: toEra(filing.version, 'ReturnHeader', header),
      ReturnData: {
        [filing.version < '2014' ? '@documentCount' : '@documentCnt']: String(count),
        ...withDocumentIds(filing.version, data),
      },
    },
    style,
  )
}

function withDocumentIds(version: string, data: Block): Block {
  const label = (name: string, content: Block, position: number): Block => ({
    '@documentId': position === 0 ? name : `${name}-${position + 1}`,
    ...toEra(version, name, content),
  })
  const entries = Object.entries(data).map(([name, content]) => {
    const documents = (Array.isArray(content) ? content : [content]) as Block[]
    return [name, documents.map((document, position) => label(name, document, position))] as const
  })
  return Object.fromEntries(entries)
}

// The mix seen among published files: byte order marks and CRLF are common, and words are rarer
// than digits.
function drawStyle(random: Random): XmlStyle {
  return {
    booleans: random.chance(0.35) ? 'words' : 'digits',
    newline: random.chance(0.5) ? '\r\n' : '\n',
    byteOrderMark: random.chance(0.6),
    indent: random.chance(0.3),
    prefix: random.chance(0.01) ? 'irs:' : '',
  }
}

/**
 * Elements as plain objects, in the order they are written: a list repeats its element, undefined
 * leaves it out, keys beginning with "@" are attributes and "#" is the text next to them.
 */
export type Leaf = string | number | boolean
export type Block = { readonly [element: string]: Content }
export type Content = Leaf | Block | readonly (Leaf | Block)[] | undefined

/** How a filer's software wrote the file; the IRS publishes all of these variants. */
type XmlStyle = {
  booleans: 'digits' | 'words'
  newline: '\n' | '\r\n'
  byteOrderMark: boolean
  indent: boolean
  prefix: '' | 'irs:'
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeText = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)

const isBlock = (content: Leaf | Block): content is Block => typeof content === 'object'

/** Writes one document with its declaration, byte order mark, and line ends in the given style. */
function writeXml(name: string, block: Block, style: XmlStyle): string {
  const lines: string[] = ['<?xml version="1.0" encoding="utf-8"?>']
  writeElement(name, block, 0, style, lines)
  const text = lines.join(style.indent ? style.newline : '')
  return `${style.byteOrderMark ? '\uFEFF' : ''}${text}${style.newline}`
}

function leafText(leaf: Leaf, style: XmlStyle): string {
  if (typeof leaf === 'boolean') {
    return style.booleans === 'digits' ? String(Number(leaf)) : String(leaf)
  }
  return escapeText(String(leaf))
}

function writeElement(
  name: string,
  content: Leaf | Block,
  depth: number,
  style: XmlStyle,
  lines: string[],
): void {
  const margin = style.indent ? '  '.repeat(depth) : ''
  const tag = `${style.prefix}${name}`
  if (!isBlock(content)) {
    lines.push(`${margin}<${tag}>${leafText(content, style)}</${tag}>`)
    return
  }
  const open = `${margin}<${tag}${attributesOf(content, style)}`
  const text = content['#']
  if (text !== undefined && typeof text !== 'object') {
    lines.push(`${open}>${leafText(text, style)}</${tag}>`)
    return
  }
  const children = Object.entries(content).filter(([key]) => !key.startsWith('@'))
  lines.push(children.length === 0 ? `${open} />` : `${open}>`)
  if (children.length === 0) return
  for (const [key, child] of children) writeChildren(key, child, depth + 1, style, lines)
  lines.push(`${margin}</${tag}>`)
}

function writeChildren(
  name: string,
  content: Content,
  depth: number,
  style: XmlStyle,
  lines: string[],
): void {
  if (content === undefined) return
  const elements: readonly (Leaf | Block)[] = Array.isArray(content) ? content : [content]
  for (const element of elements) writeElement(name, element, depth, style, lines)
}

function attributesOf(block: Block, style: XmlStyle): string {
  return Object.entries(block)
    .filter(([key, value]) => key.startsWith('@') && value !== undefined)
    .map(([key, value]) => ` ${key.slice(1)}="${leafText(value as Leaf, style)}"`)
    .join('')
}

// The forms of 2013 have today's names except for names and addresses, which changed a year later.
const LEAVES_OF_2013: Readonly<Record<string, string>> = {
  BusinessNameLine1Txt: 'BusinessNameLine1',
  BusinessNameLine2Txt: 'BusinessNameLine2',
  AddressLine1Txt: 'AddressLine1',
  CityNm: 'City',
  StateAbbreviationCd: 'State',
  ZIPCd: 'ZIPCode',
  ProvinceOrStateNm: 'ProvinceOrState',
  CountryCd: 'Country',
  ForeignPostalCd: 'PostalCode',
}

type Rename = (path: string, name: string) => string | undefined

/**
 * Gives a document (`ReturnHeader`, `IRS990`, a schedule) the element names of its schema version.
 * Elements the version did not have are left out.
 */
function toEra(version: string, document: string, block: Block): Block {
  if (version >= '2014') return block
  if (version >= '2013') return rename(block, '', (_, name) => LEAVES_OF_2013[name] ?? name)
  return rename(block, `/${document}`, nameOf2012)
}

function rename(block: Block, parent: string, nameOf: Rename): Block {
  const renamed: Record<string, Content> = {}
  for (const [name, content] of Object.entries(block)) {
    const path = `${parent}/${name}`
    const isMarkup = name.startsWith('@') || name === '#'
    const own = isMarkup ? name : nameOf(path, name)
    if (own !== undefined) renamed[own] = renameContent(content, path, nameOf)
  }
  return renamed
}

function renameContent(content: Content, path: string, nameOf: Rename): Content {
  const one = (item: Leaf | Block): Leaf | Block =>
    typeof item === 'object' ? rename(item, path, nameOf) : item
  if (content === undefined) return undefined
  return Array.isArray(content) ? content.map(one) : one(content as Leaf | Block)
}
