import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { parseFiledEin } from '#src/domain/ein.ts'
import type { RowRejection } from '../sources/source.ts'

const DATE = /^(\d{4})-(\d{2})(?:-(\d{2}))?/

const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/**
 * Returns a filed date as `YYYY-MM-DD`; undefined if it is not a date. If a file gives only year and
 * month, `atEnd` selects the month's last day instead of its first.
 */
export function readFiledDate(text: string | undefined, atEnd: boolean): string | undefined {
  const [, yearText, monthText, dayText] = DATE.exec(text ?? '') ?? []
  if (yearText === undefined || monthText === undefined) return undefined
  const year = Number(yearText)
  const month = Number(monthText)
  if (year < 1900 || year > 2099 || month < 1 || month > 12) return undefined
  const last = daysIn(year, month)
  const day = dayText === undefined ? (atEnd ? last : 1) : Number(dayText)
  if (day < 1 || day > last) return undefined
  return `${yearText}-${monthText}-${String(day).padStart(2, '0')}`
}

/** Returns a filed timestamp with its time zone; UTC is assumed if it has none. */
export function readFiledMoment(text: string | undefined): string | undefined {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text)) return undefined
  const zoned = /(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`
  return Number.isNaN(Date.parse(zoned)) ? undefined : zoned
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

function toDate(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists && year >= 1900 ? date.toISOString().slice(0, 10) : undefined
}

/** Reads a date MM-DD-YYYY, as in the e-postcard file, as `YYYY-MM-DD`. */
export function readPostcardDate(text: string): string | undefined {
  const [, month, day, year] = /^(\d{2})-(\d{2})-(\d{4})$/.exec(text) ?? []
  return year === undefined ? undefined : toDate(Number(year), Number(month), Number(day))
}

/** Reads a date DD-MON-YYYY, as in the revocation list, as `YYYY-MM-DD`. */
export function readRevocationDate(text: string): string | undefined {
  const [, day, name = '', year] = /^(\d{2})-([A-Za-z]{3})-(\d{4})$/.exec(text) ?? []
  const month = MONTHS.indexOf(name.toUpperCase()) + 1
  return month === 0 ? undefined : toDate(Number(year), month, Number(day))
}

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

const EIGHTEEN_DIGITS = /(?<!\d)(\d{18})(?!\d)/

/**
 * Returns the IRS's object id in a file's name: 18 digits, where 1–4 are the year and 6–8 the day of
 * receipt. Undefined if the name has none.
 */
export function objectIdOfName(name: string): string | undefined {
  const id = EIGHTEEN_DIGITS.exec(basename(name))?.[1]
  return id !== undefined && receivedOn(id) !== undefined ? id : undefined
}

/** Returns the id of a return that has none in its name: `h-` and 16 hex digits of its SHA-256. */
export const objectIdOfContent = (sha256: Buffer): string =>
  `h-${sha256.toString('hex').slice(0, 16)}`

export const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

/** Returns the day of receipt in an object id, `YYYY-MM-DD`. */
export function receivedOn(objectId: string): string | undefined {
  if (!/^\d{18}$/.test(objectId)) return undefined
  const year = Number(objectId.slice(0, 4))
  const dayOfYear = Number(objectId.slice(5, 8))
  // E-filing of these forms began in 2004.
  if (year < 2004 || year > 2099 || dayOfYear < 1) return undefined
  const day = new Date(Date.UTC(year, 0, dayOfYear))
  return day.getUTCFullYear() === year ? day.toISOString().slice(0, 10) : undefined
}

// The IRS schemas allow 1,000 characters in the names, titles, and texts of rows. A much longer text was
// never checked against the schemas; it stays complete in the return's part.
const MAX_CHARACTERS = 4_000

/** Returns a text of a return's row with at most 4,000 characters. */
export const clip = <Text extends string | null>(text: Text): Text =>
  (text?.slice(0, MAX_CHARACTERS) ?? null) as Text
