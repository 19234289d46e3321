import type { Readable } from 'node:stream'
import { joinLines, splitFields } from './fields.ts'
import { type Line, readLines } from './lines.ts'
import { isRejection, type RowRejection } from './source.ts'

/** One row of a delimited table; `row` is the 1-based line on which it begins. */
export type Row = { row: number; line: string; fields: string[] }

/** How a table is written. Unless said otherwise: commas, quoted fields, one line per row. */
export type Format = {
  /** For a table with a header: the columns to read, in capitals, in the order of `fields`. */
  names?: readonly string[]
  /** For a table without a header: the number of columns. */
  columns?: number
  /** `detect`: the first of comma, tab, and bar that the header contains. */
  delimiter?: string
  /** False if a quotation mark is an ordinary character. */
  isQuoted?: boolean
  /** True if quoted fields may contain line ends. A broken last row then means a broken download. */
  breaksLines?: boolean
  /** A further condition for joined lines to form a row. */
  isRow?: (fields: readonly string[]) => boolean
  /** A character that may follow the last row. */
  endMark?: string
}

/**
 * Reads a delimited table. With a header, fields are trimmed, other columns are left out, and an
 * absent column reads as "". Blank rows are skipped; rows with a different number of fields are
 * rejected.
 */
export const readTable = (text: Readable, format: Format): AsyncGenerator<Row | RowRejection> =>
  format.breaksLines ? markCutEnd(readRows(text, format)) : readRows(text, format)

async function* readRows(text: Readable, format: Format): AsyncGenerator<Row | RowRejection> {
  const { names, delimiter = ',', isQuoted = true } = format
  const layout: Layout = {
    delimiter: delimiter === 'detect' ? ',' : delimiter,
    width: format.columns ?? 0,
    indices: undefined,
  }
  let isHeader = names !== undefined
  const split = (line: string) =>
    isQuoted ? splitFields(line, layout.delimiter) : line.split(layout.delimiter)
  const isRow = (fields: readonly string[]) =>
    fields.length === layout.width && (format.isRow?.(fields) ?? true)
  const lines = readLines(text)
  for await (const read of format.breaksLines ? joinLines(lines, { isRow, split }) : lines) {
    if (isRejection(read)) {
      yield read
      // Without its header no row can be read.
      if (isHeader) return
    } else if (isHeader) {
      isHeader = false
      if (delimiter === 'detect') layout.delimiter = delimiterOf(read.line)
      const header = headerOf(read.line, layout.delimiter)
      layout.width = header.length
      layout.indices = names?.map((name) => header.indexOf(name))
    } else {
      const row = toRow(read, format, layout, split)
      if (row !== undefined) yield row
    }
  }
}

/** The layout of the rows; `indices` are those of the wanted columns in a table with a header. */
type Layout = { delimiter: string; width: number; indices: readonly number[] | undefined }

function toRow(
  { row, line: whole }: Line,
  { endMark }: Format,
  { width, indices }: Layout,
  split: (line: string) => string[] | undefined,
): Row | RowRejection | undefined {
  const line = endMark ? withoutEnd(whole, endMark) : whole
  if (!indices && line.trim() === '') return undefined
  const fields = split(line)
  if (fields === undefined) {
    return { row, code: 'UnclosedQuote', detail: 'The line has an unclosed quotation mark.', line }
  }
  if (fields.length === width) {
    if (!indices) return { row, line, fields }
    return { row, line, fields: indices.map((index) => fields[index]?.trim() ?? '') }
  }
  if (indices && fields.every((field) => field === '')) return undefined
  const detail = `Found ${fields.length} columns; expected ${width}.`
  return { row, code: 'WrongColumnCount', detail, line }
}

const withoutEnd = (line: string, mark: string): string =>
  line.endsWith(mark) ? line.slice(0, -mark.length) : line

// What the row in which a file ends early looks like.
const BROKEN = ['WrongColumnCount', 'UnclosedQuote']

/** Turns the rejection of a broken last row into `CutShort`: the download broke off there. */
async function* markCutEnd(
  rows: AsyncIterable<Row | RowRejection>,
): AsyncGenerator<Row | RowRejection> {
  let held: RowRejection | undefined
  for await (const row of rows) {
    if (held) yield held
    held = undefined
    if (isRejection(row) && BROKEN.includes(row.code)) held = row
    else yield row
  }
  if (held === undefined) return
  const detail = `The file ends within this row. ${held.detail} Download the file again.`
  yield { row: held.row, code: 'CutShort', detail }
}

const firstLineOf = (head: string): string => head.split(/\r?\n/, 1)[0] ?? ''

/** Returns the delimiter of a table with a header: comma, otherwise tab, otherwise bar. */
export function delimiterOf(head: string): string {
  const line = firstLineOf(head)
  return [',', '\t', '|'].find((delimiter) => line.includes(delimiter)) ?? ','
}

/** Returns the column names of the first line, in capitals; they are never quoted across lines. */
export const headerOf = (head: string, delimiter = ','): string[] =>
  firstLineOf(head)
    .split(delimiter)
    .map((name) => name.replaceAll('"', '').trim().toUpperCase())
