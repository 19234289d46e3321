import { parseFiledEin } from '#src/domain/ein.ts'
import type { RowRejection } from '../sources/source.ts'

// Long enough to show what is wrong, short enough for a report of many.
const SHOWN = 60

/** Returns a rejection that quotes the wrong value. */
export const rejectValue = (
  row: number,
  code: string,
  what: string,
  value: string,
): RowRejection => ({
  row,
  code,
  detail: `Expected ${what}; got ${value === '' ? 'nothing' : `"${value.slice(0, SHOWN)}"`}.`,
})

/** Rejects a row without a valid EIN. */
export const rejectEin = (row: number, value: string): RowRejection | undefined =>
  parseFiledEin(value) === undefined
    ? rejectValue(row, 'InvalidEin', 'a nine-digit EIN', value)
    : undefined

// The registry's widest field has 70 characters. A field three times as long is several lines run
// together, and too long for a Postgres index.
const LONGEST = 200

/** Rejects a row with an overlong field; `what` names a column. */
export function rejectTooLong(
  row: number,
  fields: readonly string[],
  what: (column: number) => string = (column) => `Column ${column + 1}`,
): RowRejection | undefined {
  const column = fields.findIndex((field) => field.length > LONGEST)
  const field = fields[column]
  if (field === undefined) return undefined
  const detail = `${what(column)} has ${field.length} characters; expected at most ${LONGEST}.`
  return { row, code: 'TooLong', detail }
}

export const orNull = (text: string): string | null => (text === '' ? null : text)
