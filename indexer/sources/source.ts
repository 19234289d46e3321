import { basename } from 'node:path'
import type { Readable } from 'node:stream'

/** The kinds of files. `efile` is XML of returns; the others are tables. */
export const SOURCE_KINDS = [
  'efile',
  'index',
  'postcard',
  'bmf',
  'pub78',
  'revocation',
  'ofac-party',
  'ofac-alias',
  'ofac-address',
  'ofac-comment',
  'sam',
  'award',
  'award-transaction',
  'subaward',
  'audit',
  'audit-identifier',
] as const
export type SourceKind = (typeof SOURCE_KINDS)[number]
export type TabularKind = Exclude<SourceKind, 'efile'>

/** Returns true for the files of restriction lists. */
export const isListKind = (kind: SourceKind): boolean => kind === 'sam' || kind.startsWith('ofac-')

/** USAspending's tables of federal money. */
export const PAID_KINDS: readonly SourceKind[] = ['award', 'award-transaction', 'subaward']

/** Audits, which map the recipients of awards to EINs. */
export const AUDIT_KINDS: readonly SourceKind[] = ['audit', 'audit-identifier']

/** A table to load, recognized by its content. */
export type TabularSource = {
  kind: TabularKind
  /** Absolute path of the file, or of the zip that contains it. */
  path: string
  /** Name of the entry when `path` is a zip. */
  member?: string
  /** The data's month, `YYYY-MM`: from --as-of, a folder's name, or the file's date. */
  asOf: string
  /** True if only the file's date determines the month. */
  isFileDate?: boolean
  /** Size of the text in bytes, uncompressed. */
  bytes: number
}

/** A row that cannot be stored. `code` is UpperCamelCase and stable; `detail` is for people. */
export type RowRejection = {
  row: number
  code: string
  detail: string
  /** The raw line, from which a restriction list reads the entry's number. */
  line?: string
  /** The row's entry on a restriction list: the stored data of it still counts. */
  entry?: { list: string; entry: string }
}

export type StagedValue = string | number | boolean | null | readonly string[] | Buffer

/** A row to be stored: a value for each of the reader's columns, in their order. */
export type StagedRow = {
  row: number
  values: readonly StagedValue[]
  /** Codes of values that could not be read and were left out. */
  warnings?: readonly string[]
}

/** Reads one tabular kind (`./kinds/`). `indexer/load/tables/` says how its rows are stored. */
export type TabularReader = {
  kind: TabularKind
  /**
   * True if the file's first 64 KiB, decoded as UTF-8 without the byte order mark, match this kind.
   */
  recognizes(head: string): boolean
  /** For a kind with a header: the required columns the header lacks, and how many it requires. */
  missingColumns?(head: string): { missing: string[]; wanted: number }
  /** Names of the values of a `StagedRow`. */
  columns: readonly string[]
  /** Rows in file order; `row` is the 1-based line of the file on which the row begins. */
  read(text: Readable, source: TabularSource): AsyncIterable<StagedRow | RowRejection>
}

export const isRejection = (row: object): row is RowRejection => 'code' in row

/** Columns that record a row's origin. */
export const ORIGIN = ['as_of', 'source_file', 'source_row'] as const

/** Returns the values of ORIGIN for one row. */
export const originOf = (source: TabularSource, row: number): (string | number)[] => [
  monthOf(source),
  fileOf(source),
  row,
]

/** Returns the name of the file, or of the zip and its entry, without their folders. */
export const fileOf = ({ path, member }: TabularSource): string =>
  member === undefined ? basename(path) : `${basename(path)}/${member}`

/** Returns the first day of the extract's month. */
export const monthOf = ({ asOf }: TabularSource): string => `${asOf}-01`
