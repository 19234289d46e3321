import type { Block, Leaf } from '../blocks.ts'
import { groupBy } from '../es2024.ts'
import { isReached, type PartId, partPath, plainPath } from '../filing-contents.ts'
import { FORM_BLOCK } from '../form.ts'
import { type Printed, partOrder, partTitle, printedAt } from './printed.ts'
import { REPEATABLE } from './repeatable.ts'
import { rowSubject } from './subjects.ts'

/** A filed leaf; `path` is absent if no Ref reaches it. */
export type FiledLeaf = { name: string; text: string; path?: string }

/** A line of the form, with one cell or one for each column. */
export type PrintedLine = {
  number: string
  label: string
  cells: { column?: string; leaves: FiledLeaf[] }[]
}
/** Repeats of a group; a row has a cell for each column. */
export type PrintedTable = {
  number: string
  label: string
  columns: string[]
  /** `path` is that of the row's element. */
  rows: { path?: string; cells: FiledLeaf[][] }[]
  /** The number of the first row, from 1. */
  first: number
}
export type PrintedPart = {
  part: string
  title: string
  items: (PrintedLine | PrintedTable)[]
}

type Entry = Printed & { leaves: FiledLeaf[]; table?: PrintedTable }
type Version = string | undefined

/** Attributes that only connect elements and attachments. */
const TECHNICAL = /^@(reference)?(document|software)/i
// The leaves of a name or an address are one text on the form.
const JOINED =
  /^(BusinessNameLine|AddressLine|City|State|ZIP|Country|ProvinceOrState|ForeignPostal|PostalCode)/

/**
 * Returns a stored part of a return in the order of the form: each filed element and each attribute
 * with a meaning is in one cell. `firsts` has the place, from 0, of the first item of repeats that
 * were read in portions.
 */
export function layOut(
  part: PartId & { content: Block },
  version: Version,
  firsts: ReadonlyMap<string, number> = new Map(),
): PrintedPart[] {
  const root = isReached(part) ? partPath(part) : undefined
  const plain = `/${part.block}`
  const entries = entriesIn(part.content, { path: root, plain }, { version, firsts })
  let last = Object.values(FORM_BLOCK).includes(part.block) ? 'Heading' : ''
  for (const entry of entries) {
    if (entry.part === '') entry.part = last
    else last = entry.part
  }
  const parts = [...groupBy(entries, (entry) => entry.part)]
  return parts
    .toSorted(([one], [other]) => partOrder(one) - partOrder(other))
    .map(([name, own]) => ({
      part: name,
      title: partTitle(part.block, name, version),
      items: toItems(own),
    }))
}

type Place = { path: string | undefined; plain: string }
type Reading = { version: Version; firsts: ReadonlyMap<string, number> }

function entriesIn(content: Block, above: Place, reading: Reading): Entry[] {
  return Object.entries(content).flatMap(([name, value]) => {
    if (TECHNICAL.test(name)) return []
    if (name === '#text') {
      const isBlank = (value as Leaf).trim() === ''
      return isBlank ? [] : leafEntry(value as Leaf, above.plain, above, reading)
    }
    const items = [value].flat()
    const places = items.map((_, at) => placeOf(above, name, at + firstOf(above, name, reading)))
    const groups = items.flatMap((item, at) =>
      isGroup(item) ? [{ content: item, place: places[at] as Place }] : [],
    )
    if (groups.length < items.length) {
      const leaves = items.flatMap((item, at) =>
        leavesIn(item, places[at] as Place, name).map(({ leaf }) => leaf),
      )
      return leaves.length === 0 ? [] : [{ ...printed(places[0] as Place, reading), leaves }]
    }
    const isRepeat = Array.isArray(value) || REPEATABLE.has(`${above.plain}/${name}`)
    if (!isRepeat)
      return groups.flatMap(({ content, place }) => groupEntries(content, place, reading))
    return repeatEntries(groups, reading)
  })
}

const firstOf = ({ path }: Place, name: string, { firsts }: Reading): number =>
  firsts.get(`${path}/${name}`) ?? 0

/** A Ref reaches every item of a repeat that the catalogue knows, and only the first of any other. */
function placeOf({ path, plain }: Place, name: string, at: number): Place {
  const below = `${plain}/${name}`
  const isIndexed = REPEATABLE.has(below)
  const isReachable = path !== undefined && (isIndexed || at === 0)
  return {
    path: isReachable ? `${path}/${name}${isIndexed ? `[${at + 1}]` : ''}` : undefined,
    plain: below,
  }
}

const namesIn = (content: Block): string[] =>
  Object.keys(content).filter((name) => !TECHNICAL.test(name))
const isJoined = (content: Block): boolean => namesIn(content).every((name) => JOINED.test(name))
/** Whether an element has lines or columns of its own; a name or an address has none. */
const isGroup = (item: Leaf | Block): item is Block =>
  typeof item !== 'string' && !isJoined(item) && namesIn(item).some((name) => /^[^@#]/.test(name))

/** Returns where an element is printed; a name is printed where its first line is. */
const printed = ({ path, plain }: Place, { version }: Reading): Printed =>
  printedAt(path ?? plain, version)

const leafEntry = (text: Leaf, plain: string, place: Place, reading: Reading): Entry[] => [
  { ...printed(place, reading), leaves: [toLeaf(text, plain, place)] },
]

const toLeaf = (text: Leaf, plain: string, { path }: Place): FiledLeaf => ({
  name: plain.slice(plain.lastIndexOf('/') + 1),
  text: text.trim(),
  ...(path !== undefined && { path }),
})

/** Returns all leaves of an element, each with the names of the elements between. */
function leavesIn(
  item: Leaf | Block,
  place: Place,
  label: string,
): { leaf: FiledLeaf; label: string }[] {
  // An element that only refers to an attachment is blank, not absent.
  const text = typeof item === 'string' || namesIn(item).length > 0 ? item : ''
  if (typeof text === 'string') return [{ leaf: toLeaf(text, place.plain, place), label }]
  return Object.entries(item).flatMap(([name, value]) => {
    if (TECHNICAL.test(name)) return []
    if (name === '#text') return [{ leaf: toLeaf(value as Leaf, place.plain, place), label }]
    return [value]
      .flat()
      .flatMap((one, at) =>
        leavesIn(one, placeOf(place, name, at), JOINED.test(name) ? label : name),
      )
  })
}

/** Returns all leaves of an element in filed order; without its path, no Ref reaches them. */
export const leavesOf = (content: Block, path?: string): { leaf: FiledLeaf; label: string }[] =>
  leavesIn(content, { path, plain: plainPath(path ?? '') }, '')

const groupEntries = (content: Block, place: Place, reading: Reading): Entry[] =>
  entriesIn(content, place, reading)

/** The most columns beside each other: bonds of Schedule K, facilities of Schedule H. */
const MAX_SIDE_BY_SIDE = 4
type Group = { content: Block; place: Place }

/** Repeats whose leaves have lines of their own are columns of the form; others are rows. */
function repeatEntries(groups: Group[], reading: Reading): Entry[] {
  const [first] = groups
  if (!first) return []
  const own = groups.map(({ content, place }) => entriesIn(content, place, reading))
  const numbers = new Set((own[0] ?? []).map(({ number }) => number))
  if (numbers.size > 2 && groups.length <= MAX_SIDE_BY_SIDE) {
    if (groups.length === 1) return own.flat()
    return own.flatMap((entries, at) =>
      entries.map((entry) => ({
        ...entry,
        column: [at + 1, entry.column].filter(Boolean).join(': '),
      })),
    )
  }
  const place = printed(first.place, reading)
  const { definition, source } = rowSubject(first.place.path ?? '') ?? {}
  const label = source?.label ?? definition?.label ?? place.label
  const order = Object.values(definition?.columns ?? {}).map((column) => column.label)
  return [
    { ...place, label, leaves: [], table: toTable(groups, { ...place, label }, reading, order) },
  ]
}

function toTable(
  groups: Group[],
  { number, label }: Printed,
  reading: Reading,
  order: readonly string[],
): PrintedTable {
  const found: string[] = []
  const rows = groups.map(({ content, place }) => {
    const row: FiledLeaf[][] = []
    for (const { column, leaves } of cellsOf(content, place, reading)) {
      if (!found.includes(column)) found.push(column)
      const at = found.indexOf(column)
      row[at] = [...(row[at] ?? []), ...leaves]
    }
    return row
  })
  const index = /\[(\d+)\]$/.exec(groups[0]?.place.path ?? '')?.[1]
  const columns = found.toSorted((one, other) => order.indexOf(one) - order.indexOf(other))
  const filled = rows.map((row, at) => {
    const path = groups[at]?.place.path
    const cells = columns.map((column) => row[found.indexOf(column)] ?? [])
    return path === undefined ? { cells } : { path, cells }
  })
  return { number, label, columns, rows: filled, first: Number(index ?? 1) }
}

/** Returns the cells of a row: each leaf, name, or address, and each leaf of groups in it. */
function cellsOf(
  content: Block,
  place: Place,
  reading: Reading,
): { column: string; leaves: FiledLeaf[] }[] {
  return Object.entries(content).flatMap(([name, value]) => {
    if (TECHNICAL.test(name)) return []
    return [value].flat().flatMap((item, at) => {
      const own = name === '#text' ? place : placeOf(place, name, at)
      if (isGroup(item)) {
        const { label } = printed(own, reading)
        return cellsOf(item, own, reading).map((cell) => ({
          ...cell,
          column: cell.column || label,
        }))
      }
      const leaves = leavesIn(item, own, name).map(({ leaf }) => leaf)
      if (leaves.length === 0) return []
      const { label, column = label } = printed(own, reading)
      return [{ column: /Address|Addr(US|Foreign)/.test(name) ? 'Address' : column, leaves }]
    })
  })
}

// Both years of a line have leaves of their own.
const YEARS: readonly [RegExp, string][] = [
  [/^PY|PriorYear|PriorYr/, 'Prior year'],
  [/^CY|CurrentYear|CurrYear|CY$/, 'Current year'],
  [/BOY(Amt)?$/, 'Beginning of year'],
  [/EOY(Amt)?$/, 'End of year'],
]
const YEAR_WORDS =
  /[,;:]?( -| as of| at)?( the)? \(?(prior|current|beginning|end)( of)?( the)?( tax)? year\)?$/i

/** Returns the lines and tables of a part by line number, and lines with several columns once. */
function toItems(entries: Entry[]): PrintedPart['items'] {
  const isAlone = (entry: Entry) =>
    !entry.table && entry.column === undefined && entry.number !== ''
  const alone = entries.filter(isAlone)
  for (const [, own] of groupBy(alone, ({ number }) => number)) pairYears(own)
  for (const [, own] of groupBy(
    alone.filter(isAlone),
    ({ number, label }) => `${number} ${label}`,
  )) {
    if (own.length > 1 && new Set(own.map(({ group }) => group)).size === own.length) {
      for (const entry of own) entry.column = entry.group ?? ''
    }
  }
  let last: Order = [0, '']
  const sorted = entries
    .map((entry) => {
      last = orderOf(entry.number) ?? last
      return { entry, order: last }
    })
    .toSorted(({ order: one }, { order: other }) => one[0] - other[0] || compare(one[1], other[1]))
  const lines = new Map<string, PrintedLine>()
  return sorted.flatMap(({ entry }): PrintedPart['items'] => {
    const { number, label, column, leaves, table } = entry
    if (table) return [table]
    const cell = { ...(column !== undefined && { column }), leaves }
    const key = `${number} ${label}`
    const line = lines.get(key)
    if (
      line &&
      column !== undefined &&
      line.cells.every((one) => one.column !== undefined && one.column !== column)
    ) {
      if (/^(Prior|Beginning)/.test(column)) line.cells.unshift(cell)
      else line.cells.push(cell)
      return []
    }
    const created = { number, label, cells: [cell] }
    lines.set(key, created)
    return [created]
  })
}

function pairYears(entries: Entry[]): void {
  const years = entries.map(
    ({ leaves: [leaf] }) => YEARS.find(([name]) => name.test(leaf?.name ?? ''))?.[1],
  )
  const found = entries.flatMap((entry, at) => (years[at] ? [{ entry, year: years[at] }] : []))
  if (found.length !== 2 || found[0]?.year === found[1]?.year) return
  const label = found[1]?.entry.label.replace(YEAR_WORDS, '') ?? ''
  for (const { entry, year } of found) Object.assign(entry, { label, column: year })
}

type Order = readonly [number, string]
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
/** Returns the order of "1a", "26"; undefined for letters and lines without a number. */
function orderOf(number: string): Order | undefined {
  const [, digits, letters = ''] = /^(\d+)\s*([a-z]*)/.exec(number) ?? []
  return digits === undefined ? undefined : [Number(digits), letters]
}
