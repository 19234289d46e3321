import type { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse/sync'
import {
  isRejection,
  type RowRejection,
  type StagedRow,
  type TabularKind,
  type TabularReader,
  type TabularSource,
} from './source.ts'

/** A line without its end; `row` counts from 1. */
type Line = { line: string; row: number }

const NEWLINE = 0x0a

// More than a thousand times the IRS's longest rows. A file that is one endless line would
// otherwise take all memory.
const LONGEST = 1 << 20
// Shorter than the longest line, so that only a line begun in an earlier piece can be too long.
const PIECE = 1 << 16

/**
 * Reads the lines of a UTF-8 text, without its byte order mark. A line that is not UTF-8, or that
 * contains NUL, which Postgres text cannot store, is rejected as `NotText`; one over a mebibyte as
 * `TooLong`.
 */
export async function* readLines(text: Readable): AsyncGenerator<Line | RowRejection> {
  let begun: Buffer = Buffer.alloc(0)
  // The bytes of a line that is too long, which are not kept.
  let lost = 0
  let row = 1
  for await (const piece of piecesOf(text)) {
    const bytes = begun.length > 0 ? Buffer.concat([begun, piece]) : piece
    const first = bytes.indexOf(NEWLINE)
    const last = bytes.lastIndexOf(NEWLINE)
    let start = 0
    if (first >= 0 && lost + first > LONGEST) {
      yield tooLong(row++, lost + first)
      start = first + 1
    }
    if (last >= start) {
      for (const line of toLines(bytes.subarray(start, last), row)) {
        row += 1
        yield line
      }
      start = last + 1
    }
    if (first >= 0) lost = 0
    begun = bytes.subarray(start)
    if (lost + begun.length <= LONGEST) continue
    lost += begun.length
    begun = Buffer.alloc(0)
  }
  if (lost > 0) yield tooLong(row, lost)
  else if (begun.length > 0) yield* toLines(begun, row)
}

const tooLong = (row: number, bytes: number): RowRejection => ({
  row,
  code: 'TooLong',
  detail: `The line has ${bytes} bytes; expected at most ${LONGEST}.`,
})

/** Yields a text's bytes in small pieces, however large the chunks of its stream. */
async function* piecesOf(text: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of text) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer)
    for (let start = 0; start < bytes.length; start += PIECE) {
      yield bytes.subarray(start, start + PIECE)
    }
  }
}

const STRICT = { fatal: true, ignoreBOM: true }

/** Decodes whole lines at once; only a block with invalid bytes is decoded line by line. */
function* toLines(bytes: Buffer, firstRow: number): Generator<Line | RowRejection> {
  let row = firstRow
  const text = decode(bytes)
  if (text !== undefined) {
    for (const line of text.split('\n')) yield toLine(line, row++)
    return
  }
  for (let start = 0; start <= bytes.length; ) {
    const found = bytes.indexOf(NEWLINE, start)
    const end = found === -1 ? bytes.length : found
    const line = decode(bytes.subarray(start, end))
    const raw = bytes.toString('latin1', start, end)
    yield line === undefined ? notText(row, raw, 'Expected text in UTF-8.') : toLine(line, row)
    row += 1
    start = end + 1
  }
}

function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', STRICT).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

function toLine(text: string, row: number): Line | RowRejection {
  if (text.includes('\0')) return notText(row, text, 'The line contains a NUL character.')
  const start = row === 1 && text.startsWith('\uFEFF') ? 1 : 0
  return { line: text.slice(start, text.endsWith('\r') ? -1 : undefined), row }
}

const notText = (row: number, line: string, detail: string): RowRejection => ({
  row,
  code: 'NotText',
  detail,
  line,
})

/** Returns the fields of a line; undefined if a quotation mark is not closed. */
export function splitFields(line: string, delimiter = ','): string[] | undefined {
  if (!line.includes('"')) return line.split(delimiter)
  return splitRegular(line, delimiter) ?? splitIrregular(line, delimiter)
}

// A field, quoted or without quotation marks and line ends, and what follows it.
const fieldOf = (delimiter: string): RegExp =>
  new RegExp(`(?:"([^"]*(?:""[^"]*)*)"|([^"\\r\\n${delimiter}]*))([${delimiter}]|$)`, 'y')
const FIELDS = new Map([',', '\t', '|'].map((delimiter) => [delimiter, fieldOf(delimiter)]))

/**
 * Returns the fields of a line if each of its quotation marks begins or ends a field or is doubled;
 * otherwise undefined. A new parser per line took 0.5 ms for lines of 300 columns.
 */
function splitRegular(line: string, delimiter: string): string[] | undefined {
  const field = FIELDS.get(delimiter) ?? fieldOf(delimiter)
  const fields: string[] = []
  field.lastIndex = 0
  for (;;) {
    const [, quoted, plain = '', end] = field.exec(line) ?? []
    if (end === undefined) return undefined
    fields.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '') return fields
  }
}

function splitIrregular(line: string, delimiter: string): string[] | undefined {
  try {
    const [record = []] = parse(line, { relax_quotes: true, relax_column_count: true, delimiter })
    return record
  } catch (error) {
    if (error instanceof CsvError) return undefined
    throw error
  }
}

/** Recognizes rows: `split` returns the fields of a text, `isRow` says whether they form a row. */
type RowTest = {
  split: (text: string) => string[] | undefined
  isRow: (fields: readonly string[]) => boolean
}

// A comment of several paragraphs. Beyond this, the quotation mark is open because of damage.
const MAX_LINES = 50

/**
 * Joins the lines of each quoted field that contains line ends; the result has the number of its
 * first line. If the joined lines do not form a row, the first line is returned alone and the
 * others are examined again, so an open quotation mark costs only its own line.
 */
async function* joinLines(
  lines: AsyncIterable<Line | RowRejection>,
  test: RowTest,
): AsyncGenerator<Line | RowRejection> {
  let held: Line[] = []
  for await (const read of lines) {
    if (!('code' in read) && (held.length > 0 || isOpen(read.line, test))) {
      held.push(read)
      yield* settle(held, test)
      continue
    }
    yield* release(held, test)
    held = []
    yield read
  }
  yield* release(held, test)
}

/** Yields the complete rows of the held lines and leaves those of a row that is still open. */
function* settle(held: Line[], test: RowTest): Generator<Line> {
  for (let first = held[0]; first !== undefined; first = held[0]) {
    const count = isOpen(first.line, test) ? lengthOf(held, test) : 1
    if (count === undefined) return
    const rows = held.splice(0, count)
    yield { row: first.row, line: rows.map(({ line }) => line).join('\n') }
  }
}

/** Counts the held lines of the first row: 1 if it is damaged, undefined if it is still open. */
function lengthOf(held: readonly Line[], { isRow, split }: RowTest): number | undefined {
  let text = held[0]?.line ?? ''
  for (const [at, { line }] of held.entries()) {
    if (at === 0) continue
    // A complete row begins here, so the previous one was never closed.
    if (isWhole(line, { isRow, split })) return 1
    text += `\n${line}`
    if (!line.includes('"')) continue
    const fields = split(text)
    if (fields !== undefined) return isRow(fields) ? at + 1 : 1
  }
  return held.length < MAX_LINES ? undefined : 1
}

/** Yields all held lines; a row that is still open is yielded line by line. */
function* release(held: Line[], test: RowTest): Generator<Line> {
  while (held.length > 0) {
    yield* held.splice(0, 1)
    yield* settle(held, test)
  }
}

// An even number of quotation marks leaves none open, so most rows need not be split twice.
const isEven = (line: string): boolean => line.split('"').length % 2 === 1

const isOpen = (line: string, { split }: RowTest): boolean =>
  !isEven(line) && split(line) === undefined

// The end of a continued row may have as many fields as a row, but it closes one more quotation
// mark than it opens.
function isWhole(line: string, { isRow, split }: RowTest): boolean {
  const fields = isEven(line) ? split(line) : undefined
  return fields !== undefined && isRow(fields)
}

/** One row of a delimited table; `row` is the 1-based line on which it begins. */
export type Row = { row: number; line: string; fields: string[] }

/** How a table is written. Unless said otherwise: commas, quoted fields, one line per row. */
type Format = {
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

/** Makes staged rows of those that could be read, and passes on the other rejections. */
export async function* mapRows<Read extends object>(
  rows: AsyncIterable<Read | RowRejection>,
  toRow: (read: Read) => StagedRow | RowRejection,
): AsyncGenerator<StagedRow | RowRejection> {
  for await (const read of rows) yield isRejection(read) ? read : toRow(read)
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

/** Describes one of the IRS's tables with bars between columns, and without a header or quoting. */
type PipeTable = {
  kind: TabularKind
  /** How many columns it has. */
  width: number
  /** True if the fields of a file's first row match this kind. */
  isFirst(fields: readonly string[]): boolean
  columns: readonly string[]
  /** Turns a row with trimmed fields into a staged row, or rejects it. */
  toRow(read: Row, source: TabularSource): StagedRow | RowRejection
}

const trimmed = (fields: readonly string[]): string[] => fields.map((field) => field.trim())

/** Returns the reader of one of the IRS's pipe tables; the blank lines they begin with are skipped. */
export const pipeTable = ({ kind, width, isFirst, columns, toRow }: PipeTable): TabularReader => ({
  kind,
  columns,
  recognizes(head) {
    const first = head.split(/\r?\n/).find((line) => line.trim() !== '') ?? ''
    const fields = trimmed(first.split('|'))
    return fields.length === width && isFirst(fields)
  },
  read: (text, source) =>
    mapRows(readTable(text, { columns: width, delimiter: '|', isQuoted: false }), (row) =>
      toRow({ ...row, fields: trimmed(row.fields) }, source),
    ),
})
