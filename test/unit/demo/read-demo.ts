import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import { SaxesParser } from 'saxes'

/** Returns an element by local name, read strictly: throws if anything is not well-formed. */
export type Node = { name: string; text: string; children: Node[] }
export type Read = { member: string; version: string; header: Node; data: Node }

export function parse(text: string): Node & { attributes: Record<string, string> } {
  const parser = new SaxesParser()
  const root = {
    name: '',
    text: '',
    children: [] as Node[],
    attributes: {} as Record<string, string>,
  }
  const stack: Node[] = [root]
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const node: Node = { name: name.replace(/^.*:/, ''), text: '', children: [] }
    if (stack.length === 1) Object.assign(root.attributes, attributes)
    stack.at(-1)?.children.push(node)
    stack.push(node)
  })
  parser.on('text', (part) => {
    const node = stack.at(-1)
    if (node) node.text += part
  })
  parser.on('closetag', () => {
    stack.pop()
  })
  parser.write(text).close()
  return root
}

/** Returns all members of a zip as text, in order. */
export async function readMembers(path: string): Promise<{ name: string; text: string }[]> {
  const reader = new ZipReader(new Uint8ArrayReader(await readFile(path)), { useWebWorkers: false })
  const members: { name: string; text: string }[] = []
  for (const entry of await reader.getEntries()) {
    if (!entry.directory)
      members.push({ name: entry.filename, text: await entry.getData(new TextWriter()) })
  }
  await reader.close()
  return members
}

export async function readReturns(folder: string): Promise<Read[]> {
  const zips = (await readdir(folder)).filter((file) => /XML|990xml/.test(file)).sort()
  const members = (await Promise.all(zips.map((zip) => readMembers(join(folder, zip))))).flat()
  return members.map(({ name, text }) => {
    const root = parse(text.replace(/^\uFEFF/, ''))
    const [header, data] = root.children[0]?.children ?? []
    if (!header || !data) throw new Error(`${name} has no header or data`)
    return { member: name, version: root.attributes.returnVersion ?? '', header, data }
  })
}

/** Returns the elements at a path below a node; a path is names joined by slashes. */
export function find(node: Node | undefined, path: string): Node[] {
  return path
    .split('/')
    .reduce<Node[]>(
      (nodes, name) =>
        nodes.flatMap(({ children }) => children.filter((child) => child.name === name)),
      node ? [node] : [],
    )
}

export const textAt = (node: Node | undefined, path: string): string | undefined =>
  find(node, path)[0]?.text

export const sumAt = (node: Node | undefined, path: string): number =>
  find(node, path).reduce((sum, { text }) => sum + Number(text), 0)
