import type { RowRejection } from './source.ts'

// What a row looks like that a file ends in the middle of.
const BROKEN = ['WrongColumnCount', 'UnclosedQuote']

/**
 * Rows as given, but of a file whose last row is broken that rejection becomes `CutShort`: a
 * download that broke off, whose further rows are missing without a trace.
 */
export async function* tellCutEnd<Row extends object>(
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
  const detail = `The file ends within this row (${held.detail}) Download it again.`
  yield { row: held.row, code: 'CutShort', detail }
}

const isRejection = (row: object): row is RowRejection => 'code' in row
