import type { Block, BlockValue, FilingBlocks, Leaf } from '../blocks.ts'
import { parseDecimal, parseWhole } from '../exact-numbers.ts'
import { FORMS, type Form } from '../form.ts'
import { CATALOGUE } from './catalogue.ts'
import type { FactKey } from './definitions.ts'
import type { FactKind } from './definitions-checklists.ts'

export type FactValue = string | number | boolean
/** A fact as filed, with the path of the leaf that holds it. */
export type Fact = { value: FactValue; path: string }
export type Facts = Partial<Record<FactKey, Fact>>

type Place = { path: string; block: string; steps: readonly string[] }
type Plan = readonly { key: FactKey; kind: FactKind; places: readonly Place[] }[]

const toPlace = (path: string): Place => {
  const [block = '', ...steps] = path.slice(1).split('/')
  return { path, block, steps }
}

// Split once here: five million filings are read with these.
const PLANS = Object.fromEntries(
  FORMS.map((form): [Form, Plan] => [
    form,
    CATALOGUE.flatMap(({ key, kind, paths }) => {
      const places = paths[form]?.map(({ path }) => toPlace(path))
      return places ? [{ key, kind, places }] : []
    }),
  ]),
) as Record<Form, Plan>

type Found = { text: string; path: string; isRepeated: boolean }

/**
 * The facts of a return by key, each with its path. What is not filed has no key; a filed zero is
 * 0. A leaf that does not hold what its line asks for, such as RESTRICTED or a number of 16 digits
 * for an amount, gives a warning `<reason> <path>` and no value.
 */
export function readFacts(form: Form, blocks: FilingBlocks): { facts: Facts; warnings: string[] } {
  const byName = new Map<string, Block>()
  for (const { block, ordinal, content } of blocks) if (ordinal === 1) byName.set(block, content)
  const facts: Facts = {}
  const warnings: string[] = []
  for (const { key, kind, places } of PLANS[form]) {
    const found = findFirst(byName, places)
    if (found === undefined) continue
    if (found.isRepeated) warnings.push(`RepeatedElement ${found.path}`)
    const value = READERS[kind](found.text)
    if (value === undefined) warnings.push(`${MISMATCH[kind]} ${found.path}`)
    else facts[key] = { value, path: found.path }
  }
  return { facts, warnings }
}

const MISREAD = /^Not\w+ (\/\S+)$/

/** The paths of facts that are filed and hold no value, by the warnings of a filing. */
export function misreadFacts(form: Form, warnings: readonly string[]): Map<FactKey, string> {
  const paths = new Set(warnings.flatMap((warning) => MISREAD.exec(warning)?.[1] ?? []))
  if (paths.size === 0) return new Map()
  return new Map(
    PLANS[form].flatMap(({ key, places }) => {
      const found = places.find(({ path }) => paths.has(path))
      return found ? [[key, found.path] as const] : []
    }),
  )
}

function findFirst(blocks: Map<string, Block>, places: readonly Place[]): Found | undefined {
  for (const place of places) {
    const block = blocks.get(place.block)
    const found = block && find(block, place)
    if (found !== undefined && found.text !== '') return found
  }
  return undefined
}

function find(block: Block, { path, steps }: Place): Found | undefined {
  let value: BlockValue | undefined = block
  let isRepeated = false
  for (const step of steps) {
    if (typeof value === 'string') return undefined
    value = (value as Block)[step]
    if (value === undefined) return undefined
    if (Array.isArray(value)) {
      isRepeated = true
      value = value[0]
      if (value === undefined) return undefined
    }
  }
  if (typeof value === 'string') return { text: value.trim(), path, isRepeated }
  const named = textOfElement(value as Block, path)
  return named && { ...named, isRepeated }
}

// A name is an element of one or two lines; with one, its path is that line's, so that the
// path names a leaf whenever one leaf holds the value.
function textOfElement(element: Block, path: string): { text: string; path: string } | undefined {
  const text = element['#text']
  if (typeof text === 'string') return { text: text.trim(), path }
  const lines = nameLines(element)
  const [first] = lines
  if (!first) return undefined
  return lines.length === 1
    ? { text: first[1], path: `${path}/${first[0]}` }
    : { text: lines.map(([, line]) => line).join(' '), path }
}

const LINE_NAMES = [
  'BusinessNameLine1Txt',
  'BusinessNameLine1',
  'BusinessNameLine2Txt',
  'BusinessNameLine2',
]

function nameLines(element: Block): [name: string, line: string][] {
  const lines: [string, string][] = []
  for (const name of LINE_NAMES) {
    const line = element[name]
    if (typeof line === 'string' && line.trim() !== '') lines.push([name, line.trim()])
  }
  return lines
}

/**
 * True and false as returns and postcards write them: X, 1, true; 0, false; T and F. A Map, since
 * an object also answers to the names of its prototype, which anybody can file.
 */
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['X', true],
  ['x', true],
  ['1', true],
  ['true', true],
  ['T', true],
  ['0', false],
  ['false', false],
  ['F', false],
])

const READERS: Record<FactKind, (text: string) => FactValue | undefined> = {
  money: parseWhole,
  count: parseWhole,
  decimal: parseDecimal,
  boolean: (text) => BOOLEANS.get(text),
  text: (text) => text,
}

const MISMATCH: Record<FactKind, string> = {
  money: 'NotAnAmount',
  count: 'NotANumber',
  decimal: 'NotANumber',
  boolean: 'NotYesOrNo',
  text: 'NotText',
}

/** A text as its kind asks, the text itself where it does not fit: nothing filed is lost. */
export const readAs = (kind: FactKind, text: string): FactValue => READERS[kind](text) ?? text

/**
 * The text below an element at a path of element names, trimmed, with the path of its leaf below
 * `own`; '' is the element itself. A name of two lines is joined. Undefined when nothing is filed.
 */
export function textBelow(
  element: Leaf | Block,
  below: string,
  own: string,
): { text: string; path: string } | undefined {
  if (typeof element === 'string') {
    const text = element.trim()
    return below === '' && text !== '' ? { text, path: own } : undefined
  }
  const path = below === '' ? own : `${own}/${below}`
  const found = find(element, { path, block: '', steps: below === '' ? [] : below.split('/') })
  return found && found.text !== '' ? { text: found.text, path: found.path } : undefined
}

/**
 * The value a fact's path holds in a return, read as `readFacts` does; for proving that a stored
 * fact still stands there. Undefined when the path names nothing.
 */
export function readFactAt(
  blocks: FilingBlocks,
  kind: FactKind,
  path: string,
): FactValue | undefined {
  const place = toPlace(path)
  const block = blocks.find((part) => part.block === place.block && part.ordinal === 1)
  const found = block && find(block.content, place)
  return found && READERS[kind](found.text)
}
