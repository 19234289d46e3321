import type { RowRejection } from '../sources/source.ts'
import { orNull } from './row.ts'

/** A party of a restriction list, by the columns of table restricted_party. */
export type ListedParty = {
  kind: 'organization' | 'person' | 'other'
  /** Of a person "LAST, First Middle". */
  name: string
  programs: string[]
  exclusion_type?: string | null
  remarks: string | null
  /** Its row by columns, as written, where Refs show that. */
  written?: Record<string, string>
  is_partial: boolean
  eins: string[]
  uei?: string | null
  weak_names: { kind: string; name: string }[]
  /** Whether its remarks may go on in a table of comments. */
  takes_comment: boolean
  active_on?: string | null
  ends_on?: string | null
}

export type ListedName = { number: string; kind: string; name: string; is_weak: boolean }

export type ListedAddress = {
  number: string
  street: string | null
  city: string | null
  state: string | null
  zip: string | null
  country: string | null
}

/** What one row or XML element says of an entry; a list in several tables says it in pieces. */
export type ListedEntry = {
  list: 'OFAC' | 'SAM'
  entry: string
  party?: ListedParty
  names?: ListedName[]
  addresses?: ListedAddress[]
  comment?: string
  /** Codes of what could not be read of it and was left out. */
  warnings?: string[]
  /** The day the list gives itself, YYYY-MM-DD. */
  publishedOn?: string | undefined
}

// Long enough to see what is wrong, short enough for a report of many.
const SHOWN = 60

/** A rejection that names the column, quotes its value and says what belongs there. */
export const rejectColumn = (
  row: number,
  code: string,
  given: { column: string; value: string | null; expected: string },
): RowRejection => {
  const { column, value, expected } = given
  const found = value ? `is "${value.slice(0, SHOWN)}"` : 'is empty'
  const advice = 'correct the row or download the file again'
  return { row, code, detail: `${column} ${found} where ${expected} belongs; ${advice}.` }
}

// The longest name on OFAC's lists has 147 characters; an index of Postgres bears some 2,700 bytes.
const LONGEST_NAME = 600

/** Rejection of a name that is missing or too long to be one; undefined for a name. */
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

/** Text with blanks at its ends taken off; null when nothing is left. */
export const textOrNull = (text: string | undefined): string | null => orNull(text?.trim() ?? '')
