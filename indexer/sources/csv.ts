import type { Readable } from 'node:stream'
import { joinLines } from './join-lines.ts'
import { type Line, readLines } from './lines.ts'
import { wrongColumns } from './pipe.ts'
import type { RowRejection } from './source.ts'
import { splitFields } from './split-fields.ts'

/** One row of a table with a header: its fields in the order of the wanted names. */
export type NamedRow = { row: number; fields: string[] }

/** How a table is written: fields that go on over lines, columns apart by tabs or bars. */
export type Writing = { breaksLines?: boolean; anyDelimiter?: boolean }

/**
 * Reads a table by the names in its header, in whatever order they stand; other columns are left
 * out, an absent one reads as "". Rows of another length than the header are rejected. A row is
 * one line: the IRS breaks no field over lines, so a quote left open spoils only its own row. Whose
 * fields do is told by `breaksLines`.
 */
export async function* readNamedRows(
  text: Readable,
  names: readonly string[],
  { breaksLines = false, anyDelimiter = false }: Writing = {},
): AsyncGenerator<NamedRow | RowRejection> {
  let places: number[] | undefined
  let width = 0
  let delimiter = ','
  const lines = readLines(text)
  const isRow = (fields: readonly string[]) => fields.length === width
  const split = (line: string) => splitFields(line, delimiter)
  for await (const line of breaksLines ? joinLines(lines, { isRow, split }) : lines) {
    if ('code' in line) {
      yield line
      // Without its header no row can be told apart.
      if (places === undefined) return
    } else if (places === undefined) {
      if (anyDelimiter) delimiter = delimiterOf(line.line)
      const header = headerOf(line.line, delimiter)
      width = header.length
      places = names.map((name) => header.indexOf(name))
    } else {
      const row = toNamedRow(line, split(line.line), places, width)
      if (row !== undefined) yield row
    }
  }
}

function toNamedRow(
  { line, row }: Line,
  record: string[] | undefined,
  places: readonly number[],
  width: number,
): NamedRow | RowRejection | undefined {
  if (record === undefined) {
    return unclosed(row, line)
  }
  if (record.length === width) {
    return { row, fields: places.map((place) => record[place]?.trim() ?? '') }
  }
  if (record.every((field) => field === '')) return undefined
  return { ...wrongColumns(row, width, record.length), line }
}

/** Rejection of a line in which a quotation mark is left open. */
export const unclosed = (row: number, line: string): RowRejection => ({
  row,
  code: 'UnclosedQuote',
  detail: 'A quotation mark is not closed in its line.',
  line,
})

const toName = (field: string): string => field.trim().toUpperCase()

const firstLineOf = (head: string): string => head.split(/\r?\n/, 1)[0] ?? ''

/** What the columns of a head are apart by: commas, but tabs or bars where its first line has none. */
export function delimiterOf(head: string): string {
  const line = firstLineOf(head)
  return [',', '\t', '|'].find((delimiter) => line.includes(delimiter)) ?? ','
}

/** Column names of a CSV file's first line, in capitals; they are never quoted across lines. */
export const headerOf = (head: string, delimiter = ','): string[] =>
  firstLineOf(head)
    .split(delimiter)
    .map((name) => toName(name.replaceAll('"', '')))

/** Which of the columns a kind wants a file's header lacks, for `TabularReader.missingColumns`. */
export const missingIn = (wanted: readonly string[]) => (head: string) => {
  const header = new Set(headerOf(head))
  return { missing: wanted.filter((name) => !header.has(name)), wanted: wanted.length }
}
