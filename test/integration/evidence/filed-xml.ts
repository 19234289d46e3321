import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DOMParser, type Element, type Node } from '@xmldom/xmldom'

/** A return's XML, opened with a DOM library and none of our own code. */
export type FiledXml = {
  /** Returns the element or attribute at a Ref's path, as text of its leaves in document order. */
  textsAt(path: string): string[] | undefined
}

const isElement = (node: Node): node is Element => node.nodeType === 1

const childrenOf = (element: Element): Element[] => Array.from(element.childNodes).filter(isElement)

/** Opens a return. A path begins below ReturnData, or with /ReturnHeader. */
export const openXml = (file: string): FiledXml => parseXml(readFileSync(file, 'utf8'))

/** Does the same for a text. */
export function parseXml(text: string): FiledXml {
  const root = new DOMParser().parseFromString(
    text.replace(/^\uFEFF/, ''),
    'text/xml',
  ).documentElement
  if (!root) throw new Error('A return has no root element.')
  const [header, data] = ['ReturnHeader', 'ReturnData'].map((name) =>
    childrenOf(root).find(({ localName }) => localName === name),
  )
  const parts = [...(header ? [header] : []), ...(data ? childrenOf(data) : [])]
  return { textsAt: (path) => textsAt(parts, path.slice(1).split('/')) }
}

function textsAt(among: Element[], [step = '', ...rest]: string[]): string[] | undefined {
  const match = /^(@?[\w.-]+)(?:\[(\d+)\])?$/.exec(step)
  const [, name = '', index = '1'] = match ?? []
  const found = among.filter(({ localName }) => localName === name)[Number(index) - 1]
  if (!found) return undefined
  const [next] = rest
  if (next === undefined) return leafTexts(found)
  if (!next.startsWith('@')) return textsAt(childrenOf(found), rest)
  const value = found.getAttribute(next.slice(1))
  return value === null ? undefined : [value]
}

function leafTexts(element: Element): string[] {
  const children = childrenOf(element)
  if (children.length > 0) return children.flatMap(leafTexts)
  return [(element.textContent ?? '').trim()]
}

/** Returns the real filings by the file name in the store. */
export function openAll(folder: string): Map<string, FiledXml> {
  return new Map(readdirSync(folder).map((file) => [basename(file), openXml(join(folder, file))]))
}
