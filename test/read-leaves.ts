import { SaxesParser } from 'saxes'

/** An attribute, or an element without child elements: its XPath, with a number on every step. */
export type Leaf = { path: string; text: string }

type Open = { path: string; text: string; isLeaf: boolean; counts: Map<string, number> }

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
const isNamespace = (name: string): boolean => name === 'xmlns' || name.startsWith('xmlns:')

/** Returns the leaves of an XML document in document order, read without the loader's reader. */
export function readLeaves(xml: string): Leaf[] {
  const leaves: Leaf[] = []
  const open: Open[] = [{ path: '', text: '', isLeaf: false, counts: new Map() }]
  const parser = new SaxesParser({ xmlns: false, position: false })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const above = open.at(-1) as Open
    above.isLeaf = false
    const local = localName(name)
    const place = (above.counts.get(local) ?? 0) + 1
    above.counts.set(local, place)
    const path = `${above.path}/${local}[${place}]`
    for (const [key, text] of Object.entries(attributes)) {
      if (!isNamespace(key)) leaves.push({ path: `${path}/@${localName(key)}`, text })
    }
    open.push({ path, text: '', isLeaf: true, counts: new Map() })
  })
  const addText = (text: string) => {
    const element = open.at(-1)
    if (element) element.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const { path, text, isLeaf } = open.pop() as Open
    if (isLeaf) leaves.push({ path, text: text.trim() })
  })
  parser.write(xml.replace(/^\uFEFF/, '')).close()
  return leaves
}
