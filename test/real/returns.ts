import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SaxesParser } from 'saxes'
import type { Block, BlockValue, FilingBlocks } from '#src/domain/blocks.ts'
import { FORM_BLOCK, FORMS, type Form } from '#src/domain/form.ts'
import { REAL } from './real-data.ts'

/** Real returns next to the checkout, read here without the loader's own reader. */
export const REAL_RETURNS = REAL
export const hasRealReturns = existsSync(REAL_RETURNS)

export type RealReturn = { file: string; form: Form; blocks: FilingBlocks }

type Open = { name: string; content: Block; text: string }

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

const isEmpty = (content: Block): boolean => Object.keys(content).length === 0
const isOnlyAttributes = (content: Block): boolean =>
  Object.keys(content).every((name) => name.startsWith('@'))

function toValue({ content, text }: Open): string | Block {
  if (isEmpty(content)) return text
  return isOnlyAttributes(content) ? { ...content, '#text': text } : content
}

function addChild(parent: Block, name: string, value: string | Block): void {
  const before: BlockValue | undefined = parent[name]
  if (Array.isArray(before)) before.push(value)
  else parent[name] = before === undefined ? value : [before, value]
}

// Return, then ReturnHeader or ReturnData, then the content of ReturnData.
const isPart = (open: Open[]): boolean =>
  open.length === 1 || (open.length === 2 && open[1]?.name === 'ReturnData')

/** Returns the parts of a return in document order. */
function readParts(xml: string): { block: string; value: string | Block }[] {
  const parts: { block: string; value: string | Block }[] = []
  const open: Open[] = []
  const parser = new SaxesParser({ xmlns: false, position: false })
  parser.on('opentag', ({ name, attributes }) => {
    const own = Object.entries(attributes).filter(([key]) => !key.startsWith('xmlns'))
    const content = Object.fromEntries(own.map(([key, value]) => [`@${localName(key)}`, value]))
    open.push({ name: localName(name), content, text: '' })
  })
  parser.on('text', (text) => {
    const element = open.at(-1)
    if (element) element.text += text
  })
  parser.on('closetag', () => {
    const element = open.pop()
    if (!element || element.name === 'ReturnData') return
    const value = toValue(element)
    const parent = open.at(-1)
    if (isPart(open)) parts.push({ block: element.name, value })
    else if (parent) addChild(parent.content, element.name, value)
  })
  parser.write(xml).close()
  return parts
}

/** Reads the return of a path. */
export function readRealReturn(file: string): RealReturn {
  const counts = new Map<string, number>()
  const xml = readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  const blocks = readParts(xml).map(({ block, value }) => {
    const ordinal = (counts.get(block) ?? 0) + 1
    counts.set(block, ordinal)
    return { block, ordinal, content: typeof value === 'string' ? { '#text': value } : value }
  })
  const form = FORMS.find((name) => counts.has(FORM_BLOCK[name]))
  if (!form) throw new Error(`${file} has no form`)
  return { file, form, blocks }
}

export const readRealReturns = (): RealReturn[] =>
  readdirSync(REAL_RETURNS).map((file) => ({
    ...readRealReturn(join(REAL_RETURNS, file)),
    file,
  }))

const listOf = (value: BlockValue): BlockValue[] => (Array.isArray(value) ? value : [value])

/** Returns every element below (and including) a part with a requested name. */
export function elementsNamed(name: string, value: BlockValue, wanted: RegExp): Block[] {
  if (Array.isArray(value)) return value.flatMap((one) => elementsNamed(name, one, wanted))
  if (typeof value === 'string') return []
  const below = Object.entries(value).flatMap(([child, inner]) =>
    elementsNamed(child, inner, wanted),
  )
  return wanted.test(name) ? [value, ...below] : below
}

/** Returns the texts of a row's children with a requested name. */
export const textsNamed = (row: Block, wanted: RegExp): string[] =>
  Object.entries(row)
    .filter(([name]) => wanted.test(name))
    .flatMap(([, value]) => listOf(value))
    .filter((text) => typeof text === 'string')
