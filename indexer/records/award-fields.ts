import { LRUCache } from 'lru-cache'
import { formatRef } from '#src/domain/evidence.ts'
import { parseDecimal } from '#src/domain/exact-numbers.ts'
import type { Texts } from '../sources/header-table.ts'
import type { RowRejection } from '../sources/source.ts'
import { countryOf } from './listed-place.ts'
import type { Columns } from './usaspending-columns.ts'

/**
 * The state of reading a row: warnings for values left out, and the first fault, which rejects it.
 */
export type Reading = { row: number; text: Texts; warnings: Set<string>; fault?: RowRejection }

/** Starts reading a row. */
export const readingOf = (row: number, text: Texts): Reading => ({
  row,
  text,
  warnings: new Set(),
})

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

function readAmount(reading: Reading, columns: Columns, isVital: boolean): number | null {
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

/** Returns the amount a row reports, negative or not; rejects the row if it is not a number. */
export const vitalAmount = (reading: Reading, columns: Columns): number | null =>
  readAmount(reading, columns, true)

/** Returns a secondary amount; leaves it out with a warning if it is not a number. */
export const amountOf = (reading: Reading, columns: Columns): number | null =>
  readAmount(reading, columns, false)

// Some include a time: 2024-05-31 00:00:00+00.
const DATE = /^(\d{4}-\d{2}-\d{2})(?:[ T]\d{2}:.*)?$/

function toDate(text: string): string | undefined {
  const date = DATE.exec(text)?.[1]
  if (date === undefined) return undefined
  const time = Date.parse(`${date}T00:00:00Z`)
  const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
  return exists && date >= '1900' ? date : undefined
}

function readDate(reading: Reading, columns: Columns, isVital: boolean): string | null {
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

/** Returns a date that orders rows; rejects the row if it is invalid. */
export const vitalDate = (reading: Reading, columns: Columns): string | null =>
  readDate(reading, columns, true)

/** Returns a secondary date; leaves it out with a warning if it is invalid. */
export const dateOf = (reading: Reading, columns: Columns): string | null =>
  readDate(reading, columns, false)

// SAM.gov's unique entity identifiers: twelve capitals and digits. Placeholders (NOTAVAILABLE,
// XXXXXXXXXXXX) would merge many recipients into one.
const UEI = /^(?!NOTAVAILABLE$|(.)\1*$|.*X{6})[A-Z0-9]{12}$/

/** Returns a unique entity identifier in capitals; null with a warning if it is not one. */
export function ueiOf(reading: Reading, columns: Columns, duns: Columns = []): string | null {
  const text = (textOf(reading, columns) ?? '').toUpperCase()
  if (UEI.test(text)) return text
  if (text !== '') reading.warnings.add('InvalidUei')
  else if (textOf(reading, duns) !== null) reading.warnings.add('DunsOnly')
  return null
}

const PERMALINK = 'https://www.usaspending.gov/'

/** Returns the address of the award's page; omits an address on another site with a warning. */
export function permalinkOf(reading: Reading, columns: Columns): string | null {
  const text = textOf(reading, columns)
  if (text === null || text.startsWith(PERMALINK)) return text
  reading.warnings.add('PermalinkLeftOut')
  return null
}

// About 250 countries, whose names are searched one by one.
const COUNTRIES = new LRUCache<string, string>({ max: 1_000 })

function codeOf(text: string | null): string | undefined {
  if (text === null) return undefined
  const known = COUNTRIES.get(text)
  if (known !== undefined) return known || undefined
  const found = countryOf(text) ?? ''
  const code = /^[A-Z]{2}$/.test(found) ? found : ''
  COUNTRIES.set(text, code)
  return code || undefined
}

/**
 * Returns ISO 3166 alpha-2 for a country by its name, otherwise by its code, otherwise the name as
 * written. The name is tried first: a real file has WINDHOEK in Namibia with the code USA.
 */
export function countryCode(reading: Reading, names: Columns, codes: Columns): string | null {
  const [name, code] = [textOf(reading, names), textOf(reading, codes)]
  return codeOf(name) ?? codeOf(code) ?? name ?? code
}

/** An assistance listing (CFDA): its number and, if given, its title. */
export type Listing = { number: string; title?: string }

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

type ListingColumns = { listings: Columns; listing_number: Columns; listing_title: Columns }

/**
 * Returns a row's listings, either from one column that has all of them or from two columns that
 * have one.
 */
export function listingsOf(reading: Reading, columns: ListingColumns): Listing[] {
  const together = readListings(textOf(reading, columns.listings))
  if (together.length > 0) return together
  const number = textOf(reading, columns.listing_number)
  if (number === null) return []
  return readListings(`${number}: ${textOf(reading, columns.listing_title) ?? ''}`)
}
