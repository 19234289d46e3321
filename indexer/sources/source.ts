import type { Readable } from 'node:stream'

/** What a file can be. `efile` is XML of returns, the others are tables. */
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
  'ofac-xml',
  'sam',
  'award',
  'award-transaction',
  'subaward',
  'audit',
  'audit-identifier',
] as const
export type SourceKind = (typeof SOURCE_KINDS)[number]
export type TabularKind = Exclude<SourceKind, 'efile'>

/**
 * The kinds that are restriction lists. They say nothing of our organizations by themselves, so
 * nothing is resolved after them, but everybody is to be screened anew.
 */
export const RESTRICTION_KINDS: readonly SourceKind[] = [
  'ofac-party',
  'ofac-alias',
  'ofac-address',
  'ofac-comment',
  'ofac-xml',
  'sam',
]

/** USAspending's, which tell of money; audits tell who has a UEI. */
export const PAID_KINDS: readonly SourceKind[] = ['award', 'award-transaction', 'subaward']

/**
 * The kinds that tell of federal awards and of the audits by which they are mapped. They say nothing
 * of our organizations by themselves, so nothing is resolved after them, but awards are to be mapped
 * anew.
 */
export const AWARD_KINDS: readonly SourceKind[] = [...PAID_KINDS, 'audit', 'audit-identifier']

/** A table the loader reads, recognized by its content. */
export type TabularSource = {
  kind: TabularKind
  /** Absolute path of the file, or of the zip that holds it. */
  path: string
  /** Name of the entry when `path` is a zip. */
  member?: string
  /**
   * Month the data is of, `YYYY-MM`: --as-of, else what the file says, else a folder of that name,
   * else the file's date.
   */
  asOf: string
  /** The month is the file's date: nothing that was downloaded says so. */
  isFileDate?: boolean
  /** Size of the text in bytes, uncompressed. */
  bytes: number
}

/** A row that cannot be stored. `code` is UpperCamelCase and stable; `detail` is for people. */
export type RowRejection = {
  row: number
  code: string
  detail: string
  /** The line as far as it can be told, for its number alone; what else it says is not sure. */
  line?: string
  /** Entry of a restriction list that the row is of: what is stored of it goes on counting. */
  entry?: { list: string; entry: string }
}

export type StagedValue = string | number | boolean | null | readonly string[] | Buffer

/** A row to be stored: a value for each of the reader's columns, in their order. */
export type StagedRow = {
  row: number
  values: readonly StagedValue[]
  /** Codes of what could not be read in it and was left out. */
  warnings?: readonly string[]
}

/**
 * Reader of one tabular kind; `indexer/sources/<kind>.ts` exports it as `reader`. How its rows
 * are stored is told in `indexer/load/tables/`.
 */
export type TabularReader = {
  kind: TabularKind
  /** True when the file's first 64 KiB, decoded as UTF-8 without byte order mark, are this kind. */
  recognizes(head: string): boolean
  /** Of a kind with a header: the columns the header of a head lacks, and how many it wants. */
  missingColumns?(head: string): { missing: string[]; wanted: number }
  /** Of a kind that says its day: the month of a head, `YYYY-MM`; undefined when it says none. */
  monthOf?(head: string): string | undefined
  /** Names of the values of a `StagedRow`. */
  columns: readonly string[]
  /** Rows in file order; `row` is the 1-based line of the file where the row begins. */
  read(text: Readable, source: TabularSource): AsyncIterable<StagedRow | RowRejection>
}

export const isRejection = (row: StagedRow | RowRejection): row is RowRejection => 'code' in row
