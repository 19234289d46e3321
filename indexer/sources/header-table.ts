import type { ListedEntry } from '../records/restricted.ts'
import { delimiterOf, headerOf, mapRows, readTable } from './delimited.ts'
import {
  ORIGIN,
  originOf,
  type RowRejection,
  type StagedRow,
  type TabularKind,
  type TabularReader,
  type TabularSource,
} from './source.ts'

/** Reads a column of a row by its name; "" if it is empty or absent. */
export type Texts = (column: string) => string

/** How one kind of table with a header is recognized. Names compare without regard to case. */
export type HeaderKind = {
  kind: TabularKind
  /** One column of each group is required. */
  required: readonly (readonly string[])[]
  /** By column: a further group that is required if the file has that column. */
  requiredWith?: Readonly<Record<string, readonly string[]>>
  /** Columns that only another kind has. */
  excluded?: readonly string[]
  /** True if a file with any other column is another kind. */
  isClosed?: boolean
  /** A file that lacks required columns is reported if it has `leastMarks` of these (default 1). */
  marks?: readonly string[]
  leastMarks?: number
  /** The columns that are read. */
  names: readonly string[]
  /** Names of the values of its staged rows. */
  columns: readonly string[]
  /** `detect`: the first of comma, tab, and bar that the header contains. Default: a comma. */
  delimiter?: 'detect'
}

/** Describes one kind of table with a header. */
type HeaderTable = HeaderKind & {
  /** True if quoted fields may contain line ends. */
  breaksLines?: boolean
  toRow(read: { row: number; text: Texts }, source: TabularSource): StagedRow | RowRejection
}

/** Returns the part of a reader that recognizes a table by its header. */
export function headerKind(table: HeaderKind): Omit<TabularReader, 'read'> {
  const { kind, columns, required, requiredWith = {}, excluded = [], names, marks } = table
  const known = new Set(names.map((name) => name.toLowerCase()))
  const toHeader = (head: string): Set<string> => {
    const delimiter = table.delimiter === 'detect' ? delimiterOf(head) : ','
    return new Set(headerOf(head, delimiter).map((name) => name.toLowerCase()))
  }
  const hasAny = (header: Set<string>, group: readonly string[]) =>
    group.some((name) => header.has(name.toLowerCase()))
  const requiredIn = (header: Set<string>) => [
    ...required,
    ...Object.entries(requiredWith).flatMap(([by, group]) => (header.has(by) ? [group] : [])),
  ]
  const isMeant = (header: Set<string>) =>
    marks === undefined ||
    marks.filter((name) => header.has(name.toLowerCase())).length >= (table.leastMarks ?? 1)
  return {
    kind,
    columns,
    recognizes(head) {
      const header = toHeader(head)
      if (table.isClosed && [...header].some((name) => !known.has(name))) return false
      return !hasAny(header, excluded) && requiredIn(header).every((group) => hasAny(header, group))
    },
    missingColumns(head) {
      const header = toHeader(head)
      if (hasAny(header, excluded) || !isMeant(header)) return { missing: [], wanted: 0 }
      const groups = requiredIn(header)
      const missing = groups.filter((group) => !hasAny(header, group))
      return { missing: missing.map((group) => group.join(' or ')), wanted: groups.length }
    },
  }
}

/** Returns the reader of a kind of table with a header. */
export function headerTable(table: HeaderTable): TabularReader {
  const { names, delimiter, breaksLines, toRow } = table
  const indices = new Map(names.map((name, index) => [name, index]))
  const format = {
    names: names.map((name) => name.toUpperCase()),
    ...(delimiter && { delimiter }),
    ...(breaksLines && { breaksLines }),
  }
  return {
    ...headerKind(table),
    read: (text, source) =>
      mapRows(readTable(text, format), ({ row, fields }) =>
        toRow({ row, text: (name) => fields[indices.get(name) ?? -1] ?? '' }, source),
      ),
  }
}

/** Columns of the staged rows of all restriction lists, which load/tables/restricted.ts splits. */
export const LISTED_COLUMNS = [
  'list',
  'entry',
  'party',
  'names',
  'addresses',
  'comment',
  ...ORIGIN,
] as const

/** Returns the staged row of an entry, or of a piece of one. */
export const toStagedEntry = (
  listed: ListedEntry,
  row: number,
  source: TabularSource,
): StagedRow => ({
  row,
  ...(listed.warnings && { warnings: listed.warnings }),
  values: [
    listed.list,
    listed.entry,
    listed.party ? JSON.stringify(listed.party) : null,
    JSON.stringify(listed.names ?? []),
    JSON.stringify(listed.addresses ?? []),
    listed.comment ?? null,
    ...originOf(source, row),
  ],
})
