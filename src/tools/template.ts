import { formatEin, padEin } from '../domain/ein.ts'
import { quoteFiled } from '../domain/filed-text.ts'
import { formatValue } from '../domain/format-value.ts'
import { countOf } from '../domain/money.ts'
import { sayPoints } from '../rating/verdict.ts'
import { at, listAt, MAX_TEXT, nameAt, placeAt, textAt } from './json.ts'
import type { Line, Value } from './line.ts'

/**
 * How a response is written: its lines, in order. In a template, `{Path|format|ref|label}` stands for
 * the value at a path. Without a format, it is text. `ref` and `label` are the paths of its Ref and of its
 * label. A path that begins with `/` starts at the response, any other at the row. `[…]` is left out if a
 * value in it is missing, or replaced by the part after `||` in it; elsewhere, a missing value is "not
 * reported".
 */
export type View = readonly (string | Each | Written)[]
/** One line for each item of a list, or at most `most`, then the number of the others. */
type Each = { each: string; line: string; most?: number; none?: string; under?: View }
/**
 * Lines that no template can write, and the paths that they use, in which `*` is each item or field, `*3`
 * the first three items of a list, and `*-3` the last three. `trim` removes what is not shown.
 */
type Written = {
  uses: readonly string[]
  write: (row: unknown, most?: number) => Line[]
  trim?: (picked: unknown, most?: number) => unknown
}

type Slot = { path: string; format: string; ref: string; label: string }
/** A part in brackets, and the parts that replace it, in order. */
type Group = { options: Part[][] }
type Part = string | Slot | Group

/** Replaces a value that a filing does not have; it is never 0. */
export const NOT_REPORTED = 'not reported'

const PARSED = new Map<string, Part[]>()

function parse(template: string): Part[] {
  const known = PARSED.get(template)
  if (known) return known
  const open: Group[] = [{ options: [[]] }]
  for (const [text] of template.matchAll(/\{[^}]*\}|\|\||[[\]]|[^[\]{|]+/g)) {
    const options = open.at(-1)?.options ?? []
    const parts = options.at(-1) ?? []
    if (text === '[') open.push({ options: [[]] })
    else if (text === '||') options.push([])
    else if (text === ']') {
      const group = open.pop()
      if (group) open.at(-1)?.options.at(-1)?.push(group)
    } else if (text.startsWith('{')) {
      const [path = '', format = '', ref = '', label = ''] = text.slice(1, -1).split('|')
      parts.push({ path, format, ref, label })
    } else parts.push(text)
  }
  const parts = open[0]?.options[0] ?? []
  PARSED.set(template, parts)
  return parts
}

type Scope = { response: unknown; row: unknown; number: number }

const read = <Found>(
  path: string,
  { response, row }: Scope,
  reader: (json: unknown, path: string) => Found,
): Found => (path.startsWith('/') ? reader(response, path.slice(1)) : reader(row, path))

/** In a list of hits, a passage only shows why one is in it. */
const MAX_PASSAGE = 160

function quotedAt(json: unknown, path: string, longest: number): string | undefined {
  const text = at(json, path)
  return typeof text === 'string' && text !== '' ? quoteFiled(text, longest) : undefined
}

/** Writes the values of text kinds. */
const TEXTS: Record<string, (json: unknown, path: string) => string | undefined> = {
  '': textAt,
  name: nameAt,
  place: placeAt,
  quoted: (json, path) => quotedAt(json, path, MAX_TEXT),
  passage: (json, path) => quotedAt(json, path, MAX_PASSAGE),
  quotes: (json, path) =>
    listAt(json, path)
      .map((_, place) => quotedAt(json, `${path}.${place}`, MAX_PASSAGE))
      .join(', ') || undefined,
  // "NotListed" is "not listed".
  words: (json, path) =>
    textAt(json, path)
      ?.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
      .toLowerCase(),
  ein: (json, path) => {
    const digits = textAt(json, path)
    return digits === undefined ? undefined : formatEin(padEin(digits))
  },
  list: (json, path) => {
    const texts = listAt(json, path).map((_, place) => textAt(json, `${path}.${place}`))
    return texts.join(texts[0]?.endsWith('.') ? ' ' : ', ') || undefined
  },
  // Only keeps the value in the structured result, and the group if there is one.
  hidden: (json, path) => {
    const value = at(json, path)
    return value === undefined || value === null || value === false ? undefined : ''
  },
  ref: (json, path) => {
    const ref = textAt(json, path)
    return ref === undefined ? undefined : `[${ref}]`
  },
}

/** Writes a value in its unit; a format without a rule of its own is the noun of a count. */
function formatAny(value: unknown, format: string, scope: Scope): string | undefined {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return quoteFiled(value, MAX_TEXT)
  if (typeof value !== 'number') return undefined
  if (format === 'dollars') return formatValue(value, 'USD')
  if (format === 'percent') return formatValue(value, 'ratio')
  if (format === 'score') return sayPoints(value, undefined)
  if (format.startsWith('some ')) return value === 0 ? undefined : countOf(value, format.slice(5))
  if (format.startsWith('several ')) return value > 1 ? countOf(value, format.slice(8)) : undefined
  if (format === 'number') return formatValue(value)
  if (format.startsWith('unit')) return formatValue(value, read(pathIn(format), scope, textAt))
  if (format.startsWith('since:')) {
    const first = read(pathIn(format), scope, at)
    return first === value ? `tax year ${value}` : `tax years ${first} to ${value}`
  }
  return countOf(value, ...(format.split('/') as [string, string?]))
}

/** "unit" is "unit:Unit". */
const pathIn = (format: string): string => /:(.*)/.exec(format)?.[1] ?? 'Unit'

/** "TotalAmount" is "Total amount". */
const labelOf = (path: string): string => {
  const name = path.split('.').findLast((step) => /\D/.test(step)) ?? path
  const words = name.replaceAll('_', ' ').replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
}

function readSlot(slot: Slot, scope: Scope): string | Value | undefined {
  if (slot.path === '#') return String(scope.number)
  const value = read(slot.path, scope, at)
  const write = TEXTS[slot.format]
  const text = write ? read(slot.path, scope, write) : formatAny(value, slot.format, scope)
  if (text === undefined) return undefined
  const ref = slot.ref === '' ? undefined : read(slot.ref, scope, textAt)
  if (write && ref === undefined) return text
  const label = slot.label === '' ? undefined : read(slot.label, scope, textAt)
  return {
    text,
    label: label ?? labelOf(slot.path),
    value: value as Value['value'],
    ...(ref !== undefined && { ref }),
  }
}

/** Returns the parts of a line; undefined for a group in which a value is missing. */
function write(parts: readonly Part[], scope: Scope, isGroup: boolean): Line | undefined {
  const line: (string | Value)[] = []
  for (const part of parts) {
    if (typeof part === 'string') line.push(part)
    else if ('options' in part) {
      for (const option of part.options) {
        const written = write(option, scope, true)
        if (written) line.push(...written)
        if (written) break
      }
    } else {
      const value = readSlot(part, scope)
      if (value === undefined && isGroup) return undefined
      line.push(value ?? NOT_REPORTED)
    }
  }
  return line
}

/** Writes one template; "" and unknown paths of a whole line make no line. */
export const writeLine = (template: string, response: unknown, row = response, number = 0): Line =>
  write(parse(template), { response, row, number }, false) ?? []

/** Returns the lines of a response; `most` is the maximum of rows of each list. */
export function writeView(view: View, response: unknown, row = response, most?: number): Line[] {
  return view.flatMap((part): Line[] => {
    if (typeof part === 'string') {
      const line = writeLine(part, response, row)
      return line.length === 0 || (line.length === 1 && line[0] === '') ? [] : [line]
    }
    if ('write' in part) return part.write(row, most)
    const rows = part.each.startsWith('/')
      ? listAt(response, part.each.slice(1))
      : listAt(row, part.each)
    const shown = rows.slice(0, most ?? part.most)
    const left = rows.length - shown.length
    return [
      ...(rows.length === 0 && part.none ? [[part.none]] : []),
      ...shown.flatMap((item, place) => [
        writeLine(part.line, response, item, place + 1),
        ...(part.under ? writeView(part.under, response, item) : []),
      ]),
      // Only the complete list says how much is missing; details of a row are examples.
      ...(left > 0 && row === response ? [[`- and ${countOf(left, 'more row')}`]] : []),
    ]
  })
}

/** The fields that a view uses, by name; `*` is the items of a list, and `most` how many are shown. */
type Tree = { fields: Map<string, Tree>; most?: number }

/** Returns the fields of a response that a view shows; `most` is the maximum of rows of each list. */
export const pickShown = (view: View, response: unknown, most?: number): unknown =>
  view.reduce<unknown>(
    (picked, part) =>
      typeof part === 'object' && 'trim' in part ? part.trim?.(picked, most) : picked,
    pick(response, treeOf(view, most)),
  )

function treeOf(view: View, most?: number, tree = leaf(), root = tree): Tree {
  for (const part of view) {
    if (typeof part === 'string') addPaths(parse(part), tree, root)
    else if ('uses' in part) for (const path of part.uses) addPath(path, tree, root)
    else {
      const shown = most ?? part.most ?? ''
      const row = addPath(`${part.each}.*${shown}`, tree, root)
      addPaths(parse(part.line), row, root)
      if (part.under) treeOf(part.under, undefined, row, root)
    }
  }
  return root
}

const leaf = (): Tree => ({ fields: new Map() })

function addPaths(parts: readonly Part[], tree: Tree, root: Tree): void {
  for (const part of parts) {
    if (typeof part === 'string') continue
    if ('options' in part) for (const option of part.options) addPaths(option, tree, root)
    else {
      const other = /^unit|:/.test(part.format) ? [pathIn(part.format)] : []
      for (const path of [part.path, part.ref, part.label, ...other]) addPath(path, tree, root)
    }
  }
}

function addPath(path: string, tree: Tree, root: Tree): Tree {
  if (path === '' || path === '#') return tree
  let at = path.startsWith('/') ? root : tree
  for (const step of path.replace(/^\//, '').split('.')) {
    const shown = /^\*(-?\d*)$/.exec(step)?.[1]
    const name = shown === undefined ? step.replace(/^only$/, '0') : '*'
    const below = at.fields.get(name) ?? leaf()
    if (shown && at.most === undefined) at.most = Number(shown)
    at.fields.set(name, below)
    at = below
  }
  return at
}

/** Returns the fields of JSON in a tree; a leaf of the tree keeps all below it. */
function pick(json: unknown, tree: Tree): unknown {
  if (tree.fields.size === 0 || typeof json !== 'object' || json === null) return json
  if (Array.isArray(json)) {
    const { most, fields } = tree
    const shown = most === undefined ? json : most < 0 ? json.slice(most) : json.slice(0, most)
    return shown.flatMap((item, place) => {
      const all = [fields.get('*'), fields.get(String(place))].filter((one) => one !== undefined)
      const own = new Map(all.flatMap((one) => [...one.fields]))
      return all.length > 0 ? [pick(item, { fields: own })] : []
    })
  }
  return Object.fromEntries(
    Object.entries(json).flatMap(([name, value]) => {
      // Evidence is listed by path: "Financials.Revenue".
      const below = name
        .split('.')
        .reduce<Tree | undefined>((at, step) => at?.fields.get(step) ?? at?.fields.get('*'), tree)
      // The contract has numbers; a model copies an EIN as it sees it.
      const shown = name === 'EIN' && typeof value === 'number' ? padEin(String(value)) : value
      return below ? [[name, pick(shown, below)]] : []
    }),
  )
}
