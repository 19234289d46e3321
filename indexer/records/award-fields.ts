import { LRUCache } from 'lru-cache'
import { formatRef } from '#src/domain/evidence.ts'
import { parseDecimal } from '#src/domain/exact-numbers.ts'
import { type HeaderKind, headerTable, type Texts } from '../sources/header-table.ts'
import {
  ORIGIN,
  originOf,
  type RowRejection,
  type StagedValue,
  type TabularReader,
  type TabularSource,
} from '../sources/source.ts'
import { countryOf } from './listed-place.ts'

/** Columns of a file with one meaning; the first filled one counts. */
export type Columns = readonly string[]

/**
 * The state of reading a row: warnings for values left out, and the first fault, which rejects it.
 */
export type Reading = { row: number; text: Texts; warnings: Set<string>; fault?: RowRejection }

/** A column of the store's table, and the columns of a file that it is read from. */
export type Field<Value = unknown> = { columns: Columns; read: (reading: Reading) => Value }

/** The columns of a table. A row is read in this order, so the first one at fault rejects it. */
export type Fields = Readonly<Record<string, Field>>

type Read<Value> = (reading: Reading, columns: Columns) => Value

const fieldOf =
  <Value>(read: Read<Value>) =>
  (...columns: string[]): Field<Value> => ({ columns, read: (reading) => read(reading, columns) })

/** Returns the columns of a file that the fields are read from. */
export const columnsOf = (fields: Fields): string[] => [
  ...new Set(Object.values(fields).flatMap(({ columns }) => columns)),
]

/** A record by the columns of its table. */
export type Made = Readonly<Record<string, unknown>>

/** Reads the fields of a row. */
export const readFields = (reading: Reading, fields: Fields): Made =>
  Object.fromEntries(Object.entries(fields).map(([name, { read }]) => [name, read(reading)]))

/** What a table's rows are read from and stored as; `columns` are those besides the fields. */
type RecordTable = Omit<HeaderKind, 'names' | 'columns'> & {
  fields: Fields
  columns?: readonly string[]
  names?: readonly string[]
}

/** Returns the reader of a table whose rows become records by column, which `read` makes of a row. */
export function recordTable(
  { fields, columns = [], names = [], ...kind }: RecordTable,
  read = (reading: Reading, _: TabularSource): Made => readFields(reading, fields),
): TabularReader {
  const all = [...columns, ...Object.keys(fields)]
  return headerTable({
    ...kind,
    names: [...new Set([...names, ...columnsOf(fields)])],
    columns: [...all, ...ORIGIN],
    breaksLines: true,
    toRow({ row, text }, source) {
      const reading: Reading = { row, text, warnings: new Set() }
      const made = read(reading, source)
      if (reading.fault) return reading.fault
      const warnings = [...reading.warnings]
      return {
        row,
        values: [...all.map((column) => toValue(made[column])), ...originOf(source, row)],
        ...(warnings.length > 0 && { warnings }),
      }
    },
  })
}

function toValue(value: unknown): StagedValue {
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? JSON.stringify(value) : (value as StagedValue)
}

/** Returns the first filled column with its text; if none is filled, the first column with "". */
function findFilled({ text }: Reading, columns: Columns): [column: string, text: string] {
  for (const column of columns) {
    const found = text(column)
    if (found !== '') return [column, found]
  }
  return [columns[0] ?? '', '']
}

/** Returns the text of the first filled column, or null. */
export const textOf = (reading: Reading, columns: Columns): string | null =>
  findFilled(reading, columns)[1] || null

/** The text of the first filled column, or null. */
export const text = fieldOf(textOf)

// Long enough to show what is wrong, short enough for a report of many.
const SHOWN = 60

function reject(reading: Reading, code: string, detail: string): null {
  reading.fault ??= { row: reading.row, code, detail }
  return null
}

const quote = (column: string, text: string): string => `${column} is "${text.slice(0, SHOWN)}"`

// Parameters have at most a thousand characters, for a Ref with its column, escaped. USAspending's
// longest keys have about 80; a key of a Postgres index has at most 2,700 bytes.
const LONGEST_REF = 900

/** Returns a key; rejects the row if it is missing or too long. */
export function keyOf(reading: Reading, columns: Columns): string {
  const [column, text] = findFilled(reading, columns)
  if (text === '')
    reject(reading, 'NoKey', `${column} is empty; expected a value, because it identifies the row.`)
  const { length } = formatRef({ kind: 'award', key: text })
  if (length > LONGEST_REF) {
    const detail = `The Ref of ${column} has ${length} characters; expected at most ${LONGEST_REF}.`
    reject(reading, 'TooLong', detail)
  }
  return text
}

/** A key; a row is rejected if it is missing or too long. */
export const key = fieldOf(keyOf)

/**
 * Returns the letter in the first filled column, in capitals; rejects the row if it is not in
 * `wanted`.
 */
export function letterOf(reading: Reading, columns: Columns, wanted: string): string {
  const [column, text] = findFilled(reading, columns)
  const letter = text.toUpperCase()
  if (letter === '' || (letter.length === 1 && wanted.includes(letter))) return letter
  const detail = `${quote(column, text)}; expected ${[...wanted].join(' or ')} or nothing.`
  reject(reading, 'InvalidIndicator', detail)
  return ''
}

const readAmount = (isVital: boolean) => (reading: Reading, columns: Columns) => {
  const [column, text] = findFilled(reading, columns)
  if (text === '') return null
  const amount = parseDecimal(text)
  if (amount !== undefined) return amount
  if (isVital) {
    const detail = `${quote(column, text)}; expected dollars of at most 15 digits, such as -1234.56.`
    return reject(reading, 'InvalidAmount', detail)
  }
  reading.warnings.add('AmountLeftOut')
  return null
}

/** The amount a row reports, negative or not; a row is rejected if it is not a number. */
export const vitalAmount = fieldOf(readAmount(true))

/** A secondary amount, which is left out with a warning if it is not a number. */
export const amount = fieldOf(readAmount(false))

// Some include a time: 2024-05-31 00:00:00+00.
const DATE = /^(\d{4}-\d{2}-\d{2})(?:[ T]\d{2}:.*)?$/

function toDate(text: string): string | undefined {
  const date = DATE.exec(text)?.[1]
  if (date === undefined) return undefined
  const time = Date.parse(`${date}T00:00:00Z`)
  const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
  return exists && date >= '1900' ? date : undefined
}

const readDate = (isVital: boolean) => (reading: Reading, columns: Columns) => {
  const [column, text] = findFilled(reading, columns)
  if (text === '') return null
  const date = toDate(text)
  if (date !== undefined) return date
  if (isVital) {
    return reject(reading, 'InvalidDate', `${quote(column, text)}; expected YYYY-MM-DD.`)
  }
  reading.warnings.add('DateLeftOut')
  return null
}

/** A date that orders rows; a row is rejected if it is invalid. */
export const vitalDate = fieldOf(readDate(true))

/** A secondary date, which is left out with a warning if it is invalid. */
export const date = fieldOf(readDate(false))

// SAM.gov's unique entity identifiers: twelve capitals and digits. Placeholders (NOTAVAILABLE,
// XXXXXXXXXXXX) would merge many recipients into one.
const UEI = /^(?!NOTAVAILABLE$|(.)\1*$|.*X{6})[A-Z0-9]{12}$/

/** A unique entity identifier in capitals; null with a warning if it is not one. */
export const uei = (uei: string, duns?: string): Field => ({
  columns: duns === undefined ? [uei] : [uei, duns],
  read: ({ text, warnings }) => {
    const found = text(uei).toUpperCase()
    if (UEI.test(found)) return found
    if (found !== '') warnings.add('InvalidUei')
    else if (duns !== undefined && text(duns) !== '') warnings.add('DunsOnly')
    return null
  },
})

const PERMALINK = 'https://www.usaspending.gov/'

/** The address of the award's page; an address on another site is omitted with a warning. */
export const permalink = fieldOf((reading, columns) => {
  const text = textOf(reading, columns)
  if (text === null || text.startsWith(PERMALINK)) return text
  reading.warnings.add('PermalinkLeftOut')
  return null
})

// About 250 countries, whose names are searched one by one.
const COUNTRIES = new LRUCache<string, string>({
  max: 1_000,
  memoMethod: (text) => /^[A-Z]{2}$/.exec(countryOf(text) ?? '')?.[0] ?? '',
})

const codeOf = (text: string | null): string | undefined =>
  text === null ? undefined : COUNTRIES.memo(text) || undefined

/**
 * ISO 3166 alpha-2 for a country by its name, otherwise by its code, otherwise the name as written.
 * The name is tried first: a real file has WINDHOEK in Namibia with the code USA.
 */
export const country = (name: string, code: string): Field => ({
  columns: [name, code],
  read: (reading) => {
    const [named, coded] = [textOf(reading, [name]), textOf(reading, [code])]
    return codeOf(named) ?? codeOf(coded) ?? named ?? coded
  },
})

/** An assistance listing (CFDA): its number and, if given, its title. */
type Listing = { number: string; title?: string }

// 93.243, and 10.RD for research without a number.
const NEXT_LISTING = /;\s*(?=\d{2}\.\w{2,4}\b)/
const LISTING = /^(\d{2}\.\w{2,4})(?::\s*(.*))?$/s

/** Returns the listings of "10.001: TITLE; 93.243: OTHER"; a title may contain a semicolon. */
export function readListings(text: string | null): Listing[] {
  const listings = new Map<string, Listing>()
  for (const part of (text ?? '').split(NEXT_LISTING)) {
    const [, number, title = ''] = LISTING.exec(part.trim()) ?? []
    if (number === undefined || listings.has(number)) continue
    listings.set(number, { number, ...(title.trim() !== '' && { title: title.trim() }) })
  }
  return [...listings.values()]
}

/** A row's listings, either from one column that has all of them or from two that have one. */
export const listings = (together: Columns, one: { number: Columns; title: Columns }): Field => ({
  columns: [...together, ...one.number, ...one.title],
  read: (reading) => {
    const listings = readListings(textOf(reading, together))
    const number = textOf(reading, one.number)
    if (listings.length > 0 || number === null) return listings
    return readListings(`${number}: ${textOf(reading, one.title) ?? ''}`)
  },
})
