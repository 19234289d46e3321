import type { Block, BlockValue, FilingBlocks, Leaf } from '../blocks.ts'
import { parseDecimal, parseWhole } from '../exact-numbers.ts'
import { FORMS, type Form } from '../form.ts'
import { CATALOGUE } from './catalogue.ts'
import { type FactKey, isAmount } from './definitions.ts'
import type { FactKind } from './definitions-checklists.ts'

export type FactValue = string | number | boolean
/** A filed fact and the path of its leaf. */
export type Fact = { value: FactValue; path: string }
export type Facts = Partial<Record<FactKey, Fact>>

type Place = { path: string; block: string; steps: readonly string[] }
type Plan = readonly { key: FactKey; kind: FactKind; places: readonly Place[] }[]

const toPlace = (path: string): Place => {
  const [block = '', ...steps] = path.slice(1).split('/')
  return { path, block, steps }
}

// Split once, because millions of filings are read.
const PLANS = Object.fromEntries(
  FORMS.map((form): [Form, Plan] => [
    form,
    CATALOGUE.flatMap(({ key, kind, paths }) => {
      const places = paths[form]?.map(({ path }) => toPlace(path))
      return places ? [{ key, kind, places }] : []
    }),
  ]),
) as Record<Form, Plan>

/** Parts of returns that have amounts and counts among the facts. */
export const AMOUNT_BLOCKS: ReadonlySet<string> = new Set(
  FORMS.flatMap((form) =>
    PLANS[form].flatMap(({ kind, places }) =>
      isAmount(kind) ? places.map(({ block }) => block) : [],
    ),
  ),
)

type Found = { text: string; path: string; isRepeated: boolean }

/**
 * Reads the facts of a return by key, each with its path. A line that is not filed has no key; a
 * filed zero is 0. A leaf with an unreadable value, such as RESTRICTED or an amount of 16 digits,
 * gives a warning `<reason> <path>` and no value.
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

/** Returns the paths of filed facts without a readable value, from the warnings of a filing. */
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

// A name is an element with one or two lines. With one line, the path is that line's, so that it is
// a leaf.
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
 * True and false in returns and postcards: X, 1, true; 0, false; T and F. A Map, because an object
 * would also match filed names of its prototype.
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
  share: parseDecimal,
  decimal: parseDecimal,
  boolean: (text) => BOOLEANS.get(text),
  text: (text) => text,
}

const MISMATCH: Record<FactKind, string> = {
  money: 'NotAnAmount',
  count: 'NotANumber',
  share: 'NotANumber',
  decimal: 'NotANumber',
  boolean: 'NotYesOrNo',
  text: 'NotText',
}

/**
 * Returns a text as a value of its kind, or the text itself if it does not fit, so that nothing
 * filed is lost.
 */
export const readAs = (kind: FactKind, text: string): FactValue => READERS[kind](text) ?? text

/**
 * Returns the text below an element at a path of element names, trimmed, with the path of its leaf
 * below `own`; '' is the element itself. The two lines of a name are joined. Undefined if nothing
 * is filed.
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
