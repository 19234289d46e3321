import { readLines } from './lines.ts'
import type { RowRejection, StagedRow, TabularReader, TabularSource } from './source.ts'

/** Turns the fields of one row, trimmed, into a staged row or says why it cannot be stored. */
export type RowMaker = (
  fields: readonly string[],
  at: { row: number; line: string; source: TabularSource },
) => StagedRow | RowRejection

// The IRS separates these files by "|" and quotes nothing: a quotation mark is part of a name.
export const splitPipes = (line: string): string[] => line.split('|').map((field) => field.trim())

/** Reads a file of the IRS's pipe format; blank lines, which it begins with, are passed over. */
export const pipeReader = (columns: number, toRow: RowMaker): TabularReader['read'] =>
  async function* read(text, source) {
    for await (const read of readLines(text)) {
      if ('code' in read) {
        yield read
        continue
      }
      const { line, row } = read
      if (line.trim() === '') continue
      const fields = splitPipes(line)
      yield fields.length === columns
        ? toRow(fields, { row, line, source })
        : wrongColumns(row, columns, fields.length)
    }
  }

export const wrongColumns = (row: number, wanted: number, found: number): RowRejection => ({
  row,
  code: 'WrongColumnCount',
  detail: `It has ${found} columns where ${wanted} belong.`,
})

/** Fields of the first line with text in a file's head; none when the head has no such line. */
export function firstPipeRow(head: string): string[] {
  const line = head.split(/\r?\n/).find((text) => text.trim() !== '')
  return line === undefined ? [] : splitPipes(line)
}
