import type { Readable } from 'node:stream'
import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { readLines } from './lines.ts'
import { wrongColumns } from './pipe.ts'
import type { RowRejection } from './source.ts'

/** One row of a table with a header: its fields in the order of the wanted names. */
export type NamedRow = { row: number; fields: string[] }

/**
 * Reads a table by the names in its header, in whatever order they stand; other columns are left
 * out, an absent one reads as "". Rows of another length than the header are rejected. A row is
 * one line: the IRS breaks no field over lines, so a quote left open spoils only its own row.
 */
export async function* readNamedRows(
  text: Readable,
  names: readonly string[],
): AsyncGenerator<NamedRow | RowRejection> {
  let places: number[] | undefined
  let width = 0
  for await (const line of readLines(text)) {
    if ('code' in line) {
      yield line
      // Without its header no row can be told apart.
      if (places === undefined) return
    } else if (places === undefined) {
      const header = headerOf(line.line)
      width = header.length
      places = names.map((name) => header.indexOf(name))
    } else {
      const row = toNamedRow(line.line, line.row, places, width)
      if (row !== undefined) yield row
    }
  }
}

function toNamedRow(
  line: string,
  row: number,
  places: readonly number[],
  width: number,
): NamedRow | RowRejection | undefined {
  const record = splitFields(line)
  if (record === undefined) {
    return { row, code: 'UnclosedQuote', detail: 'A quotation mark is not closed in its line.' }
  }
  if (record.length === width) {
    return { row, fields: places.map((place) => record[place]?.trim() ?? '') }
  }
  return record.some((field) => field !== '') ? wrongColumns(row, width, record.length) : undefined
}

/** The fields of one line; undefined when a quote does not close. Few lines have any. */
export function splitFields(line: string): string[] | undefined {
  if (!line.includes('"')) return line.split(',')
  try {
    const [record = []] = parse(line, { relax_quotes: true, relax_column_count: true })
    return record
  } catch (error) {
    if (error instanceof CsvError) return undefined
    throw error
  }
}

const toName = (field: string): string => field.trim().toUpperCase()

/** Column names of a CSV file's first line, in capitals; they are never quoted across lines. */
export const headerOf = (head: string): string[] =>
  (head.split(/\r?\n/, 1)[0] ?? '').split(',').map((name) => toName(name.replaceAll('"', '')))

/** Which of the columns a kind wants a file's header lacks, for `TabularReader.missingColumns`. */
export const missingIn = (wanted: readonly string[]) => (head: string) => {
  const header = new Set(headerOf(head))
  return { missing: wanted.filter((name) => !header.has(name)), wanted: wanted.length }
}
