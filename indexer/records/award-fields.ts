import { LRUCache } from 'lru-cache'
import { formatRef } from '#src/domain/evidence.ts'
import { parseDecimal } from '#src/domain/exact-numbers.ts'
import type { Texts } from '../sources/header-table.ts'
import type { RowRejection } from '../sources/source.ts'
import { countryOf } from './listed-place.ts'
import type { Columns } from './usaspending-columns.ts'

/** A row while it is read: what was left out of it, and the first fault for which it is rejected. */
export type Reading = { row: number; text: Texts; warnings: Set<string>; fault?: RowRejection }

/** Begins to read a row. */
export const readingOf = (row: number, text: Texts): Reading => ({
  row,
  text,
  warnings: new Set(),
})

/** The first of the columns that is filled, with its text; of none that is, the first with "". */
function findFilled({ text }: Reading, columns: Columns): [column: string, text: string] {
  for (const column of columns) {
    const found = text(column)
    if (found !== '') return [column, found]
  }
  return [columns[0] ?? '', '']
}

/** The text of the first column that is filled; null where none is. */
export const textOf = (reading: Reading, columns: Columns): string | null =>
  findFilled(reading, columns)[1] || null

// Long enough to see what is wrong, short enough for a report of many.
const SHOWN = 60

function reject(reading: Reading, code: string, detail: string): null {
  reading.fault ??= { row: reading.row, code, detail }
  return null
}

const quote = (column: string, text: string): string => `${column} is "${text.slice(0, SHOWN)}"`

// A parameter bears a thousand characters: those of a Ref with its column, as it is escaped. The longest
// keys of USAspending have some 80, and an index of Postgres bears 2,700 bytes.
const LONGEST_REF = 900

/** A key, without which or with too long a one the row is rejected. */
export function keyOf(reading: Reading, columns: Columns): string {
  const [column, text] = findFilled(reading, columns)
  if (text === '') reject(reading, 'NoKey', `${column} is empty, and a row is known by it.`)
  const { length } = formatRef({ kind: 'award', key: text })
  if (length > LONGEST_REF) {
    const detail = `${column} takes ${length} characters in a Ref where ${LONGEST_REF} are borne at most.`
    reject(reading, 'TooLong', detail)
  }
  return text
}

/** The letter of the first column that is filled, in capitals; one not wanted rejects the row. */
export function letterOf(reading: Reading, columns: Columns, wanted: string): string {
  const [column, text] = findFilled(reading, columns)
  const letter = text.toUpperCase()
  if (letter === '' || (letter.length === 1 && wanted.includes(letter))) return letter
  const detail = `${quote(column, text)}, where ${[...wanted].join(' or ')} or nothing belongs.`
  reject(reading, 'InvalidIndicator', detail)
  return ''
}

function readAmount(reading: Reading, columns: Columns, isVital: boolean): number | null {
  const [column, text] = findFilled(reading, columns)
  if (text === '') return null
  const amount = parseDecimal(text)
  if (amount !== undefined) return amount
  if (isVital) {
    const detail = `${quote(column, text)}, where dollars belong: at most 15 digits, with a point and a minus where needed.`
    return reject(reading, 'InvalidAmount', detail)
  }
  reading.warnings.add('AmountLeftOut')
  return null
}

/** Dollars that a row is about: negative ones are kept; what is no number rejects the row. */
export const vitalAmount = (reading: Reading, columns: Columns): number | null =>
  readAmount(reading, columns, true)

/** Dollars told beside: what is no number is left out, with a warning. */
export const amountOf = (reading: Reading, columns: Columns): number | null =>
  readAmount(reading, columns, false)

// Some are moments: 2024-05-31 00:00:00+00.
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
    return reject(reading, 'InvalidDate', `${quote(column, text)}, where YYYY-MM-DD belongs.`)
  }
  reading.warnings.add('DateLeftOut')
  return null
}

/** A date by which rows are told older and newer: what is none rejects the row. */
export const vitalDate = (reading: Reading, columns: Columns): string | null =>
  readDate(reading, columns, true)

/** A date told beside: what is none is left out, with a warning. */
export const dateOf = (reading: Reading, columns: Columns): string | null =>
  readDate(reading, columns, false)

// SAM.gov's unique entity identifiers: twelve capitals and digits. What people write who have none
// (NOTAVAILABLE, XXXXXXXXXXXX) would make one recipient of many.
const UEI = /^(?!NOTAVAILABLE$|(.)\1*$|.*X{6})[A-Z0-9]{12}$/

/** A unique entity identifier in capitals; null with a warning where it is none. */
export function ueiOf(reading: Reading, columns: Columns, duns: Columns = []): string | null {
  const text = (textOf(reading, columns) ?? '').toUpperCase()
  if (UEI.test(text)) return text
  if (text !== '') reading.warnings.add('InvalidUei')
  else if (textOf(reading, duns) !== null) reading.warnings.add('DunsOnly')
  return null
}

const PERMALINK = 'https://www.usaspending.gov/'

/** The address of the award's page; one elsewhere is left out, with a warning. */
export function permalinkOf(reading: Reading, columns: Columns): string | null {
  const text = textOf(reading, columns)
  if (text === null || text.startsWith(PERMALINK)) return text
  reading.warnings.add('PermalinkLeftOut')
  return null
}

// There are some 250 countries, and their names are looked for one by one.
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
 * ISO 3166 alpha-2 of a country by its name, else by its code, else the name as written. The name
 * goes first: a real file has WINDHOEK in Namibia with the code USA.
 */
export function countryCode(reading: Reading, names: Columns, codes: Columns): string | null {
  const [name, code] = [textOf(reading, names), textOf(reading, codes)]
  return codeOf(name) ?? codeOf(code) ?? name ?? code
}

/** An assistance listing (CFDA): its number and, where told, its title. */
export type Listing = { number: string; title?: string }

// 93.243, and 10.RD of research without a number of its own.
const NEXT_LISTING = /;\s*(?=\d{2}\.\w{2,4}\b)/
const LISTING = /^(\d{2}\.\w{2,4})(?::\s*(.*))?$/s

/** The listings of "10.001: TITLE; 93.243: OTHER"; a title may hold a semicolon. */
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

/** The listings of a row, which names them together or one in two columns. */
export function listingsOf(reading: Reading, columns: ListingColumns): Listing[] {
  const together = readListings(textOf(reading, columns.listings))
  if (together.length > 0) return together
  const number = textOf(reading, columns.listing_number)
  if (number === null) return []
  return readListings(`${number}: ${textOf(reading, columns.listing_title) ?? ''}`)
}
