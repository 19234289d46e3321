import type { Readable } from 'node:stream'

/** What a file can be. `efile` is XML of returns; the others are tables the IRS publishes. */
export const SOURCE_KINDS = ['efile', 'index', 'postcard', 'bmf', 'pub78', 'revocation'] as const
export type SourceKind = (typeof SOURCE_KINDS)[number]
export type TabularKind = Exclude<SourceKind, 'efile'>

/** A table the IRS publishes, recognized by its content. */
export type TabularSource = {
  kind: TabularKind
  /** Absolute path of the file, or of the zip that holds it. */
  path: string
  /** Name of the entry when `path` is a zip. */
  member?: string
  /** Month the data is of, `YYYY-MM`: --as-of, else a folder of that name, else the file's date. */
  asOf: string
  /** Size of the text in bytes, uncompressed. */
  bytes: number
}

/** A row that cannot be stored. `code` is UpperCamelCase and stable; `detail` is for people. */
export type RowRejection = { row: number; code: string; detail: string }

/** A row for COPY: one value per staging column, in their order; arrays as `{a,b}` literals. */
export type StagedRow = { row: number; values: readonly (string | number | boolean | null)[] }

/**
 * Reader of one tabular kind; `indexer/sources/<kind>.ts` exports it as `reader`.
 * The loader copies `StagedRow`s in batches into a temporary table `staged` and runs `merge` in
 * the same transaction, so merging the same rows twice must change nothing.
 */
export type TabularReader = {
  kind: TabularKind
  /** True when the file's first 64 KiB, decoded as UTF-8 without byte order mark, are this kind. */
  recognizes(head: string): boolean
  /** Of a kind with a header: the columns the header of a head lacks, and how many it wants. */
  missingColumns?(head: string): { missing: string[]; wanted: number }
  /** Columns of `staged` and their SQL types. */
  staging: Readonly<Record<string, string>>
  /** Rows in file order; `row` is the 1-based line of the file where the row begins. */
  read(text: Readable, source: TabularSource): AsyncIterable<StagedRow | RowRejection>
  /**
   * Statements run one after the other; `$1` may not be used. The last returns one row
   * `{loaded, replaced, unchanged}` of integers.
   */
  merge: readonly string[]
}

export const isRejection = (row: StagedRow | RowRejection): row is RowRejection => 'code' in row
