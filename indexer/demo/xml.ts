/**
 * Elements as plain objects, in the order they are written: a list repeats its element, undefined
 * leaves it out, keys beginning with "@" are attributes and "#" is the text beside them.
 */
export type Leaf = string | number | boolean
export type Block = { readonly [element: string]: Content }
export type Content = Leaf | Block | readonly (Leaf | Block)[] | undefined

/** How a filer's software wrote the file; the IRS publishes all of these. */
export type XmlStyle = {
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

/** Writes one document with its declaration, byte order mark and line ends as the style says. */
export function writeXml(name: string, block: Block, style: XmlStyle): string {
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
