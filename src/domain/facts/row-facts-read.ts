import type { Block, Leaf } from '../blocks.ts'
import { groupBy } from '../es2024.ts'
import { isExact } from '../exact-numbers.ts'
import { itemPath, type PartId, partPath } from '../filing-contents.ts'
import { FORM_BLOCK, type Form } from '../form.ts'
import { EDGE_TABLES, type EdgeTable } from './edges.ts'
import {
  MAX_PATHS,
  ROW_SUM_KEYS,
  ROW_SUMS,
  type RowFacts,
  type RowSum,
  type RowSumKey,
  type UnknownSum,
} from './row-facts.ts'
import {
  type CellReader,
  cellReader,
  elementsBelow,
  pathOfFirst,
  readAmount,
  readText,
} from './row-facts-cells.ts'
import { type NamedRow, namesNobody, unlistedAmong } from './row-facts-names.ts'
import {
  OFFICER_TABLES,
  sourcesOf,
  TABLES,
  type TableKey,
  type TableSource,
} from './tables/tables.ts'

/** The rows of a return that have been read so far. */
export type RowsRead = {
  form: Form
  sums: Partial<Record<RowSumKey, RowSum>>
  officers?: { path: string; names: string[] }
  /** People of Schedule J, Part II. */
  paid: NamedRow[]
  /** Cells with text instead of an amount: how many, and the paths of the first ones. */
  misread: { count: number; paths: string[] }
  /** Paths of rows whose sum is too large to be exact. */
  tooLarge: Set<string>
  /** Unknown sums with the first reason. */
  unknown: Map<RowSumKey, UnknownSum>
}

/** Rows of one table at one path, and what is kept from them. */
type Source = TableSource & {
  name: CellReader
  /** Without a key, the amounts are checked but not added up. */
  sums: readonly { key?: RowSumKey; cells: readonly CellReader[] }[]
}

// Its people are compared with those of Part VII.
const PAID: TableKey = 'scheduleJ'
const OFFICERS = new Set<TableKey>(Object.values(OFFICER_TABLES))

const EDGES: Partial<Record<TableKey, EdgeTable>> = EDGE_TABLES

// Grouped by part, because every loaded return is read with these.
const SOURCES = groupBy(sourcesOf().flatMap(toSource), ({ block }) => block)

/** Returns the sums of a table, or the amounts of money given if it has none. */
function sumsOf(table: TableKey): { key?: RowSumKey; columns: readonly string[] }[] {
  const sums = ROW_SUM_KEYS.filter((key) => ROW_SUMS[key].table === table)
  if (sums.length > 0) return sums.map((key) => ({ key, columns: ROW_SUMS[key].columns }))
  const given = EDGES[table]
  return given ? [{ columns: given.amounts }] : []
}

function toSource(one: TableSource): Source[] {
  const { table, source } = one
  const sums = sumsOf(table)
  const isRead = sums.length > 0 || table === PAID || OFFICERS.has(table)
  // Rows that sum others would be counted twice.
  if (!isRead || source.sumOf) return []
  const reader = (column: string) => cellReader(TABLES[table], source, column)
  const cells = sums.map(({ columns, ...sum }) => ({ ...sum, cells: columns.map(reader) }))
  return [{ ...one, name: reader('name'), sums: cells }]
}

const FORM_BLOCKS = new Set(Object.values(FORM_BLOCK))

/**
 * Returns whether rows of a part belong to the return, which may include another form. The 990-T
 * has no rows.
 */
export function hasOwnRows(form: Form, block: string): boolean {
  if (form === '990T' || form === '990N') return false
  return !FORM_BLOCKS.has(block) || block === FORM_BLOCK[form]
}

const sourcesIn = (form: Form, block: string): readonly Source[] =>
  hasOwnRows(form, block) ? (SOURCES.get(block) ?? []) : []

/**
 * Starts reading the rows of a return. Parts may come in any order, but the rows of a part must be
 * in filed order.
 */
export const beginRows = (form: Form): RowsRead => ({
  form,
  sums: {},
  paid: [],
  misread: { count: 0, paths: [] },
  tooLarge: new Set(),
  unknown: new Map(),
})

/** Adds the rows of a part, except those at the paths of `apart`, which `addRepeat` adds. */
export function addPart(
  read: RowsRead,
  part: PartId,
  content: Block,
  apart: readonly string[],
): void {
  for (const source of sourcesIn(read.form, part.block)) {
    if (apart.includes(source.path)) continue
    const rows = elementsBelow(content, source.steps)
    if (rows.length > 0) add(read, part, source, rows, 0)
  }
}

/** Returns whether rows at a path of element names are read on the form. */
export const isRead = (form: Form, path: string): boolean =>
  sourcesIn(form, path.split('/')[1] ?? '').some((source) => source.path === path)

/** Adds rows of a separately stored repeat; `first` is the place of the first row, from 0. */
export function addRepeat(
  read: RowsRead,
  part: PartId,
  { path, first, items }: { path: string; first: number; items: readonly (Leaf | Block)[] },
): void {
  for (const source of sourcesIn(read.form, part.block)) {
    if (source.path === path) add(read, part, source, items, first)
  }
}

type Elements = readonly (Leaf | Block)[]

function add(read: RowsRead, part: PartId, source: Source, rows: Elements, first: number): void {
  for (const sum of source.sums) addSum(read, part, source, sum, rows, first)
  if (source.table === OFFICER_TABLES[read.form]) addOfficers(read, source, rows)
  if (source.table === PAID) addPaid(read, source, rows, first)
}

function addOfficers(read: RowsRead, { path, name }: Source, rows: Elements): void {
  read.officers ??= { path, names: [] }
  // A return has the names of one era; a second list would have different places.
  if (read.officers.path !== path) return
  for (const row of rows) read.officers.names.push(readText(row, name) ?? '')
}

function addPaid(read: RowsRead, source: Source, rows: Elements, first: number): void {
  for (const [at, row] of rows.entries()) {
    const name = readText(row, source.name)
    if (name && !namesNobody(name))
      read.paid.push({ name, path: itemPath(source.path, first + at) })
  }
}

// Number of cells listed one by one.
const MAX_MISREAD = 10

function addSum(
  { sums, misread, tooLarge, unknown }: RowsRead,
  part: PartId,
  { path, source }: Source,
  { key, cells }: Source['sums'][number],
  rows: Elements,
  first: number,
): void {
  // The leaves of such a row have no common element.
  const isApart = source.columns !== undefined
  const sum = (key && sums[key]) ?? { value: 0, rows: 0, paths: [] }
  const leaveOut = (why: UnknownSum['why'], at: string) => {
    if (key && !unknown.has(key)) unknown.set(key, { why, path: at })
  }
  for (const [at, row] of rows.entries()) {
    const rowPath = () => (isApart ? path : itemPath(path, first + at))
    const amount = readAmount(row, cells, (cell) => {
      misread.count += 1
      if (misread.count > MAX_MISREAD && (!key || unknown.has(key))) return
      const cellPath = pathOfFirst(row, [cell], rowPath())
      if (misread.count <= MAX_MISREAD) misread.paths.push(cellPath)
      leaveOut('NotAnAmount', cellPath)
    })
    if (amount === undefined || key === undefined) continue
    sum.value += amount
    if (!isExact(sum.value)) {
      tooLarge.add(path)
      leaveOut('SumTooLarge', path)
    }
    sum.rows += 1
    if (sum.rows === MAX_PATHS + 1) sum.paths = [partPath(part)]
    if (sum.rows > MAX_PATHS) continue
    sum.paths.push(isApart ? pathOfFirst(row, cells, path) : rowPath())
  }
  if (key && sum.rows > 0) sums[key] = sum
}

/** Returns the warnings about the rows of a return, after all have been added. */
export function warningsOfRows({ misread, tooLarge }: RowsRead): string[] {
  const others = misread.count - misread.paths.length
  return [
    ...misread.paths.map((path) => `NotAnAmount ${path}`),
    ...(others > 0 ? [`NotAnAmount (${others} more)`] : []),
    ...[...tooLarge].map((path) => `SumTooLarge ${path}`),
  ]
}

/** Returns the row facts of a return whose rows have all been added. */
export function endRows({ form, sums: added, officers, paid, unknown }: RowsRead): RowFacts {
  const sums = { ...added }
  for (const key of unknown.keys()) delete sums[key]
  const listed = officers?.names.filter((name) => name !== '') ?? []
  const isCompared = form === '990' && listed.length > 0 && paid.length > 0
  return {
    sums,
    ...(unknown.size > 0 && { unknown: Object.fromEntries(unknown) }),
    ...(officers && { officers }),
    ...(isCompared && { unlisted: unlistedAmong(paid, listed) }),
  }
}
