import { type Row, readTable } from '../delimited.ts'
import {
  isRejection,
  type RowRejection,
  type StagedRow,
  type TabularKind,
  type TabularReader,
  type TabularSource,
} from '../source.ts'

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
  async *read(text, source) {
    for await (const row of readTable(text, { columns: width, delimiter: '|', isQuoted: false })) {
      yield isRejection(row) ? row : toRow({ ...row, fields: trimmed(row.fields) }, source)
    }
  },
})
