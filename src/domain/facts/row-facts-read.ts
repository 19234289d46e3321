import { type PartId, partPath, type StoredParts } from '../filing-contents.ts'
import { FORM_BLOCK, type Form } from '../form.ts'
import {
  MOST_PATHS,
  ROW_SUM_KEYS,
  ROW_SUMS,
  type RowFacts,
  type RowSum,
  type RowSumKey,
} from './row-facts.ts'
import { type NamedRow, unlistedAmong } from './row-facts-names.ts'
import { OFFICER_TABLES } from './tables/people-tables.ts'
import { type Row, readRows } from './tables/read-rows.ts'
import type { RowSource, TableDefinition } from './tables/table.ts'
import { TABLES, type TableKey } from './tables/tables.ts'

/** What has been read of a return so far. */
export type RowsRead = {
  form: Form
  sums: Partial<Record<RowSumKey, RowSum>>
  officers?: { path: string; names: string[] }
  /** People of Schedule J, Part II. */
  paid: NamedRow[]
}

type Source = {
  key: TableKey
  table: TableDefinition
  source: RowSource
  sums: readonly RowSumKey[]
}

// Its people are held against those of Part VII.
const PAID: TableKey = 'scheduleJ'
const OFFICERS = new Set<TableKey>(Object.values(OFFICER_TABLES))

// By part, and of a table's columns only those that are kept: every return that is loaded is read
// by these.
const SOURCES = new Map<string, Source[]>()
for (const key of Object.keys(TABLES) as TableKey[]) {
  const sums = ROW_SUM_KEYS.filter((sum) => ROW_SUMS[sum].table === key)
  const names = key === PAID || OFFICERS.has(key) ? ['name'] : []
  const wanted = [...names, ...sums.flatMap((sum) => ROW_SUMS[sum].columns)]
  const table = slim(TABLES[key], wanted)
  for (const source of wanted.length > 0 ? table.rows : []) {
    const block = source.path.split('/')[1] ?? ''
    SOURCES.set(block, [...(SOURCES.get(block) ?? []), { key, table, source, sums }])
  }
}

function slim(table: TableDefinition, keys: readonly string[]): TableDefinition {
  const columns = Object.entries(table.columns).filter(([key]) => keys.includes(key))
  return { ...table, columns: Object.fromEntries(columns) }
}

const FORM_BLOCKS = new Set(Object.values(FORM_BLOCK))

// A return may carry another form along, whose rows are not its own. The 990-T asks for none.
function sourcesIn(form: Form, block: string): readonly Source[] {
  if (form === '990T' || form === '990N') return []
  return FORM_BLOCKS.has(block) && block !== FORM_BLOCK[form] ? [] : (SOURCES.get(block) ?? [])
}

/** Begins to read the rows of a return; the parts come in any order, each part's rows in theirs. */
export const beginRows = (form: Form): RowsRead => ({ form, sums: {}, paid: [] })

/** Adds the rows of a part, but for those at the paths of `apart`, which come by `addRepeat`. */
export function addPart(
  read: RowsRead,
  part: PartId,
  parts: StoredParts,
  apart: ReadonlySet<string>,
): void {
  for (const one of sourcesIn(read.form, part.block)) {
    if (!apart.has(one.source.path)) add(read, part, one, readRows(one.table, one.source, parts))
  }
}

/** Whether rows at a path of element names are read, of a return of the form. */
export const isRead = (form: Form, path: string): boolean =>
  sourcesIn(form, path.split('/')[1] ?? '').some(({ source }) => source.path === path)

/** Adds a portion of a repeat that is stored apart: `parts` holds it, `path` has no index. */
export function addRepeat(read: RowsRead, part: PartId, path: string, parts: StoredParts): void {
  for (const one of sourcesIn(read.form, part.block)) {
    if (one.source.path === path) add(read, part, one, readRows(one.table, one.source, parts))
  }
}

function add(read: RowsRead, part: PartId, { key, source, sums }: Source, rows: Row[]): void {
  if (rows.length === 0) return
  for (const sum of sums) addSum(read, part, sum, rows)
  if (key === OFFICER_TABLES[read.form]) addOfficers(read, source, rows)
  if (key !== PAID) return
  for (const row of rows) {
    const name = nameOf(row)
    if (name !== '' && row.path !== undefined) read.paid.push({ name, path: row.path })
  }
}

const nameOf = ({ cells }: Row): string => String(cells.name?.value ?? '').trim()

function addOfficers(read: RowsRead, { path }: RowSource, rows: readonly Row[]): void {
  read.officers ??= { path, names: [] }
  // A return holds the names of one era; a second list would have places of its own.
  if (read.officers.path === path) for (const row of rows) read.officers.names.push(nameOf(row))
}

function addSum({ sums }: RowsRead, part: PartId, key: RowSumKey, rows: readonly Row[]): void {
  const columns: readonly string[] = ROW_SUMS[key].columns
  for (const { path, isTotal, cells } of rows) {
    if (isTotal) continue
    const filed = columns.flatMap((column) => cells[column] ?? [])
    const amounts = filed.flatMap(({ value }) => (typeof value === 'number' ? [value] : []))
    if (amounts.length === 0) continue
    const sum = sums[key] ?? { value: 0, rows: 0, paths: [] }
    sums[key] = sum
    sum.value += amounts.reduce((total, amount) => total + amount, 0)
    sum.rows += 1
    if (sum.rows <= MOST_PATHS) sum.paths.push(path ?? filed[0]?.path ?? partPath(part))
    else if (sum.rows === MOST_PATHS + 1) sum.paths = [partPath(part)]
  }
}

/** The row facts of a return whose rows have all been added. */
export function endRows({ form, sums, officers, paid }: RowsRead): RowFacts {
  const listed = officers?.names.filter((name) => name !== '') ?? []
  const isCompared = form === '990' && listed.length > 0 && paid.length > 0
  return {
    sums,
    ...(officers && { officers }),
    ...(isCompared && { unlisted: unlistedAmong(paid, listed) }),
  }
}
