import { CsvError, parse } from 'csv-parse/sync'
import type { Line } from './lines.ts'
import type { RowRejection } from './source.ts'

/** The fields of one line; undefined when a quote does not close. Few lines of the IRS have any. */
export function splitFields(line: string, delimiter = ','): string[] | undefined {
  if (!line.includes('"')) return line.split(delimiter)
  return splitRegular(line, delimiter) ?? splitIrregular(line, delimiter)
}

// What ends a line, or opens a quotation, within a field that does not begin with one.
const IRREGULAR = /["\r\n]/

/**
 * The fields of a line whose quotation marks each begin or end a field or stand doubled; undefined of
 * any other. A parser made anew for each line took 0.5 ms where lines have 300 columns.
 */
function splitRegular(line: string, delimiter: string): string[] | undefined {
  const fields: string[] = []
  for (let start = 0; start <= line.length; ) {
    if (line[start] === '"') {
      const end = closingQuote(line, start + 1)
      if (end === -1 || (end + 1 < line.length && line[end + 1] !== delimiter)) return undefined
      fields.push(line.slice(start + 1, end).replaceAll('""', '"'))
      start = end + 2
      if (start === line.length + 1) return fields
    } else {
      const found = line.indexOf(delimiter, start)
      const end = found === -1 ? line.length : found
      const field = line.slice(start, end)
      if (IRREGULAR.test(field)) return undefined
      fields.push(field)
      start = end + 1
    }
  }
  return fields
}

/** Where the quotation ends that begins at `start`; -1 when it does not. */
function closingQuote(line: string, start: number): number {
  for (let at = line.indexOf('"', start); at !== -1; at = line.indexOf('"', at + 2)) {
    if (line[at + 1] !== '"') return at
  }
  return -1
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

/** What a row is: `split` gives the fields of a text, `isRow` tells by them whether it is one. */
export type RowTest = {
  split?: (text: string) => string[] | undefined
  isRow: (fields: readonly string[]) => boolean
}

// A comment of some paragraphs; what goes on for longer is a quotation mark left open by damage.
const MOST_LINES = 50

/**
 * Lines as given, but a quoted field that goes on over several lines is one, of the first's number.
 * Where what it gives is no row, the first line comes by itself and the others are looked at anew:
 * a quotation mark left open costs its own line.
 */
export async function* joinLines(
  lines: AsyncIterable<Line | RowRejection>,
  { isRow, split = splitFields }: RowTest,
): AsyncGenerator<Line | RowRejection> {
  const test = { isRow, split }
  let held: Line[] = []
  for await (const read of lines) {
    if (!('code' in read) && (held.length > 0 || isOpen(read.line, split))) {
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

/** Gives what of the held lines is settled, and leaves in them those of a row still open. */
function* settle(held: Line[], test: Required<RowTest>): Generator<Line> {
  for (let first = held[0]; first !== undefined; first = held[0]) {
    const count = isOpen(first.line, test.split) ? lengthOf(held, test) : 1
    if (count === undefined) return
    const rows = held.splice(0, count)
    yield { row: first.row, line: rows.map(({ line }) => line).join('\n') }
  }
}

/** How many held lines the first row takes, 1 where it is damaged; undefined where it is open. */
function lengthOf(held: readonly Line[], { isRow, split }: Required<RowTest>): number | undefined {
  let text = held[0]?.line ?? ''
  for (const [at, { line }] of held.entries()) {
    if (at === 0) continue
    // A row of its own begins: nothing closed the one before.
    if (isWhole(line, { isRow, split })) return 1
    text += `\n${line}`
    if (!line.includes('"')) continue
    const fields = split(text)
    if (fields !== undefined) return isRow(fields) ? at + 1 : 1
  }
  return held.length < MOST_LINES ? undefined : 1
}

/** The held lines, whatever is still open among them by itself. */
function* release(held: Line[], test: Required<RowTest>): Generator<Line> {
  while (held.length > 0) {
    yield* held.splice(0, 1)
    yield* settle(held, test)
  }
}

// An even number leaves none open; that spares most rows a second splitting.
const isEven = (line: string): boolean => line.split('"').length % 2 === 1

const isOpen = (line: string, split: Required<RowTest>['split']): boolean =>
  !isEven(line) && split(line) === undefined

// The end of a row that goes on may have as many fields as one; it closes a quotation mark more than
// it opens.
function isWhole(line: string, { isRow, split }: Required<RowTest>): boolean {
  const fields = isEven(line) ? split(line) : undefined
  return fields !== undefined && isRow(fields)
}
