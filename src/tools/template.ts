import { formatEin, padEin } from '../domain/ein.ts'
import { quoteFiled, toFiledName, toFiledPlace } from '../domain/filed-text.ts'
import { formatValue } from '../domain/format-value.ts'
import { countOf } from '../domain/money.ts'
import { sayPoints } from '../rating/verdict.ts'
import { at, listAt, MAX_TEXT, recordReads, textAt } from './json.ts'
import type { Line, Value } from './line.ts'

/**
 * How a response is written: its lines, in order. In a template, `{Path|format|ref|label}` stands for
 * the value at a path of the row. Without a format, it is text. `ref` and `label` are the paths of its Ref
 * and of its label. `[…]` is left out if a value in it is missing, or replaced by the part after `||` in it;
 * elsewhere, a missing value is "not reported". "each Path: …" is one line for each item of a list, and
 * "none Path: …" a line if it is empty. A function writes lines that no template can.
 */
export type View = readonly (string | Each | WriteLines)[]
/** One line for each item of a list, or at most `most`, with lines under it. */
type Each = { each: string; line: string; most?: number; under?: View }
type WriteLines = (row: unknown, most?: number) => Line[]

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

type Scope = { row: unknown; number: number }

/** In a list of hits, a passage only shows why one is in it. */
const MAX_PASSAGE = 160

type WriteText = (json: unknown, path: string) => string | undefined

/** Writes a filed text. */
const filed =
  (toSafe: (text: string) => string): WriteText =>
  (json, path) => {
    const text = at(json, path)
    return typeof text === 'string' && text !== '' ? toSafe(text) : undefined
  }
const passage = filed((text) => quoteFiled(text, MAX_PASSAGE))
/** Writes a text or a number in another form. */
const plain =
  (change: (text: string) => string): WriteText =>
  (json, path) => {
    const text = textAt(json, path)
    return text === undefined ? undefined : change(text)
  }

/** Writes the values of text kinds. */
const TEXTS: Record<string, WriteText> = {
  '': textAt,
  // Quoted if it could be read as more than a name or a place.
  name: filed(toFiledName),
  place: filed(toFiledPlace),
  quoted: filed((text) => quoteFiled(text, MAX_TEXT)),
  passage,
  quotes: (json, path) =>
    listAt(json, path)
      .map((_, place) => passage(json, `${path}.${place}`))
      .join(', ') || undefined,
  // "NotListed" is "not listed".
  words: plain((text) => text.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()),
  ein: plain((digits) => formatEin(padEin(digits))),
  ref: plain((ref) => `[${ref}]`),
  zip: plain((zip) => zip.replace(/^(\d{5})(\d{4})$/, '$1-$2')),
  list: (json, path) => {
    const texts = listAt(json, path).map((_, place) => textAt(json, `${path}.${place}`))
    return texts.join(texts[0]?.endsWith('.') ? ' ' : ', ') || undefined
  },
  // Only keeps the value in the structured result, and the group if there is one.
  hidden: (json, path) => {
    const value = at(json, path)
    return value === undefined || value === null || value === false ? undefined : ''
  },
}

/** Returns a value as the API writes it in its unit, or undefined if it is none. */
export function textOfValue(value: unknown, unit?: string): string | undefined {
  if (typeof value === 'string') return quoteFiled(value, MAX_TEXT)
  const isValue = typeof value === 'number' || typeof value === 'boolean'
  return isValue ? formatValue(value, unit) : undefined
}

/** Writes a value in its unit; a format without a rule of its own is the noun of a count. */
function formatAny(value: unknown, format: string, row: unknown): string | undefined {
  if (format.startsWith('unit')) return textOfValue(value, textAt(row, pathIn(format)))
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'number') return textOfValue(value)
  if (format === 'dollars') return formatValue(value, 'USD')
  if (format === 'percent') return formatValue(value, 'ratio')
  if (format === 'score') return sayPoints(value, undefined)
  if (format.startsWith('some ')) return value === 0 ? undefined : countOf(value, format.slice(5))
  if (format.startsWith('several ')) return value > 1 ? countOf(value, format.slice(8)) : undefined
  if (format === 'number') return formatValue(value)
  if (format.startsWith('since:')) {
    const first = at(row, pathIn(format))
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

function readSlot(slot: Slot, { row, number }: Scope): string | Value | undefined {
  if (slot.path === '#') return String(number)
  const filed = at(row, slot.path)
  // Amounts of schedules are texts.
  const isDigits = /^(?:dollars|number)$/.test(slot.format) && /^-?\d+$/.test(String(filed))
  const value = isDigits ? Number(filed) : filed
  const write = TEXTS[slot.format]
  const text = write ? write(row, slot.path) : formatAny(value, slot.format, row)
  if (text === undefined) return undefined
  const ref = slot.ref === '' ? undefined : textAt(row, slot.ref)
  if (write && ref === undefined) return text
  const label = slot.label === '' ? undefined : textAt(row, slot.label)
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
export const writeLine = (template: string, row: unknown, number = 0): Line =>
  write(parse(template), { row, number }, false) ?? []

/** Returns the lines of a response, and the fields that they show; `most` is the maximum of rows of each list. */
export function writeResult(
  view: View,
  response: unknown,
  most?: number,
): { lines: Line[]; shown: unknown } {
  const [lines, shown] = recordReads(response, () => writeView(view, response, most))
  return { lines, shown }
}

function writeView(view: View, row: unknown, most?: number, isRow = false): Line[] {
  return view.flatMap((part): Line[] => {
    if (typeof part === 'function') return part(row, most)
    if (typeof part === 'object') return writeEach(part, row, most, isRow)
    const [, word, path = '', line = ''] = LIST.exec(part) ?? []
    if (word === 'each') return writeEach({ each: path, line }, row, most, isRow)
    if (word === 'none' && listAt(row, path).length > 0) return []
    const written = writeLine(word ? line : part, row)
    return written.length === 0 || (written.length === 1 && written[0] === '') ? [] : [written]
  })
}

const LIST = /^(each|none) ([\w.]+): (.*)$/

function writeEach(
  { each, line, most, under }: Each,
  row: unknown,
  limit: number | undefined,
  isRow: boolean,
) {
  const rows = listAt(row, each)
  const shown = rows.slice(0, limit ?? most)
  const left = rows.length - shown.length
  const lines = shown.flatMap((_, place) => {
    const item = at(rows, String(place))
    return [
      writeLine(line, item, place + 1),
      ...(under ? writeView(under, item, undefined, true) : []),
    ]
  })
  // Only the complete list says how much is missing; details of a row are examples.
  return left > 0 && !isRow ? [...lines, [`- and ${countOf(left, 'more row')}`]] : lines
}
