import type { RowRejection } from '../sources/source.ts'
import { orNull } from './row.ts'

/** A party of a restriction list, by the columns of table restricted_party. */
export type ListedParty = {
  kind: 'organization' | 'person' | 'other'
  /** A person's name is "LAST, First Middle". */
  name: string
  programs: string[]
  exclusion_type?: string | null
  remarks: string | null
  /** Its row by column, as written, if Refs show it. */
  written?: Record<string, string>
  is_partial: boolean
  eins: string[]
  uei?: string | null
  weak_names: { kind: string; name: string }[]
  /** True if a table of comments may continue its remarks. */
  takes_comment: boolean
  active_on?: string | null
  ends_on?: string | null
}

export type ListedName = { number: string; kind: string; name: string; is_weak: boolean }

export type ListedAddress = {
  number: string
  street: string | null
  city: string | null
  /** USPS code, or as the list writes it. */
  state: string | null
  zip: string | null
  /** ISO 3166 alpha-2, or as the list writes it. */
  country: string | null
}

/** An entry, or a piece of one: one row. */
export type ListedEntry = {
  list: 'OFAC' | 'SAM'
  entry: string
  party?: ListedParty
  names?: ListedName[]
  addresses?: ListedAddress[]
  comment?: string
  /** Codes of values that could not be read and were left out. */
  warnings?: string[]
}

// Long enough to show what is wrong, short enough for a report of many.
const SHOWN = 60

/** Returns a rejection with the column, its value, and what was expected. */
export const rejectColumn = (
  row: number,
  code: string,
  given: { column: string; value: string | null; expected: string },
): RowRejection => {
  const { column, value, expected } = given
  const found = value ? `is "${value.slice(0, SHOWN)}"` : 'is empty'
  const advice = 'Correct the row or download the file again.'
  return { row, code, detail: `${column} ${found}; expected ${expected}. ${advice}` }
}

// The longest name on OFAC's lists has 147 characters; a Postgres index key has at most 2,700
// bytes.
const LONGEST_NAME = 600

/** Rejects a missing or overlong name. */
export function rejectName(
  row: number,
  column: string,
  name: string | null,
): RowRejection | undefined {
  if (!name) return rejectColumn(row, 'NoName', { column, value: '', expected: 'a name' })
  if (name.length <= LONGEST_NAME) return undefined
  const expected = `a name of at most ${LONGEST_NAME} characters`
  return rejectColumn(row, 'TooLong', { column, value: name, expected })
}

/** Trims a text; null if nothing is left. */
export const textOrNull = (text: string | undefined): string | null => orNull(text?.trim() ?? '')
