import { parseFiledEin } from '#src/domain/ein.ts'
import type { RowRejection } from '../sources/source.ts'

// Long enough to see what is wrong, short enough for a report of many.
const SHOWN = 60

/** A rejection that quotes the value at fault. */
export const rejectValue = (
  row: number,
  code: string,
  what: string,
  value: string,
): RowRejection => ({
  row,
  code,
  detail: value === '' ? `${what} is missing.` : `${what} is "${value.slice(0, SHOWN)}".`,
})

/** Rejection of a row whose EIN is none, or undefined when it is one. */
export const rejectEin = (row: number, value: string): RowRejection | undefined =>
  parseFiledEin(value) === undefined ? rejectValue(row, 'InvalidEin', 'The EIN', value) : undefined

// The registry's widest field has 70 characters; what is three times as long is no name or place
// but lines run together, and too long for an index of Postgres.
const LONGEST = 200

/** Rejection of a row with a field too long to be one, or undefined when there is none. */
export function rejectTooLong(
  row: number,
  fields: readonly string[],
  what: (column: number) => string = (column) => `Column ${column + 1}`,
): RowRejection | undefined {
  const column = fields.findIndex((field) => field.length > LONGEST)
  const field = fields[column]
  if (field === undefined) return undefined
  const detail = `${what(column)} has ${field.length} characters where ${LONGEST} are borne at most.`
  return { row, code: 'TooLong', detail }
}

export const orNull = (text: string): string | null => (text === '' ? null : text)
