import type { Readable } from 'node:stream'
import { unclosed } from './csv.ts'
import { tellCutEnd } from './cut-end.ts'
import { joinLines } from './join-lines.ts'
import { readLines } from './lines.ts'
import { wrongColumns } from './pipe.ts'
import type { RowRejection, StagedRow, TabularReader, TabularSource } from './source.ts'
import { splitFields } from './split-fields.ts'

/** Turns the fields of one row, not trimmed, into a staged row or says why it cannot be stored. */
export type OfacRowMaker = (
  fields: readonly string[],
  at: { row: number; source: TabularSource },
) => StagedRow | RowRejection

/**
 * Reads one of OFAC's tables: commas, no header, each row one line but for quoted remarks. Of a row
 * that cannot be stored the entry is told by its number.
 */
export const ofacReader = (columns: number, toRow: OfacRowMaker): TabularReader['read'] =>
  async function* read(text, source) {
    for await (const row of tellCutEnd(readRows(text, columns))) {
      const made = 'code' in row ? row : toRow(row.fields, { row: row.row, source })
      yield 'code' in made ? ofEntry(made, row.line) : made
    }
  }

const ENTRY = /^\s*"?(\d{1,12})"?\s*,/

function ofEntry(rejection: RowRejection, line = ''): RowRejection {
  const entry = ENTRY.exec(line)?.[1]
  return entry === undefined ? rejection : { ...rejection, entry: { list: 'OFAC', entry } }
}

async function* readRows(
  text: Readable,
  columns: number,
): AsyncGenerator<{ row: number; line: string; fields: string[] } | RowRejection> {
  const isRow = (fields: readonly string[]) => fields.length === columns && isNumber(fields[0])
  for await (const read of joinLines(readLines(text), { isRow })) {
    if ('code' in read) {
      yield read
      continue
    }
    const { row } = read
    const line = withoutEnd(read.line)
    if (line.trim() === '') continue
    const fields = splitFields(line)
    if (fields === undefined) {
      yield unclosed(row, line)
    } else {
      const isWhole = fields.length === columns
      yield isWhole ? { row, line, fields } : { ...wrongColumns(row, columns, fields.length), line }
    }
  }
}

// Some of the files end in the end-of-file mark of CP/M, 0x1A.
const END_MARK = '\u001a'
const withoutEnd = (line: string): string =>
  line.endsWith(END_MARK) ? line.slice(0, -END_MARK.length) : line

// Enough that one damaged row does not hide what a file is.
const LOOKED_AT = 20

/** True when most of the first rows of a head have so many fields and pass the test. */
export function mostRows(
  head: string,
  columns: number,
  test: (fields: readonly string[]) => boolean,
): boolean {
  const lines = head
    .split(/\r?\n/, LOOKED_AT)
    .map(withoutEnd)
    .filter((line) => line.trim() !== '')
  // The head may end within a row.
  const whole = lines.length > 1 && lines.length < LOOKED_AT ? lines.slice(0, -1) : lines
  const passing = whole.filter((line) => {
    const fields = splitFields(line)
    return fields?.length === columns && test(fields.map((field) => field.trim()))
  })
  return passing.length * 2 > whole.length
}

/** True for OFAC's numbers of entries, names and addresses. */
export const isNumber = (text: string | undefined): boolean => /^\d{1,12}$/.test(text ?? '')
