import { countryOf, toPlace } from '../records/listed-place.ts'
import { readField } from '../records/ofac.ts'
import { rejectColumn } from '../records/restricted.ts'
import { LISTED_COLUMNS, toStagedEntry } from './listed-rows.ts'
import { isNumber, mostRows, type OfacRowMaker, ofacReader } from './ofac-rows.ts'
import type { TabularReader } from './source.ts'

const COLUMNS = 6

/** Addresses of OFAC's parties, ADD.CSV and CONS_ADD.CSV: one row an address. */
export const reader: TabularReader = {
  kind: 'ofac-address',
  // Two numbers and four texts could be anybody's table; the way to write nothing is OFAC's own.
  recognizes: (head) =>
    mostRows(
      head,
      COLUMNS,
      ([entry, number, ...texts]) => isNumber(entry) && isNumber(number) && texts.includes('-0-'),
    ),
  columns: LISTED_COLUMNS,
  read: ofacReader(COLUMNS, (fields, at) => toAddress(fields, at)),
}

const toAddress: OfacRowMaker = (fields, { row, source }) => {
  const [entry, number, street, city, country] = fields.map(readField)
  for (const [at, value] of [entry, number].entries()) {
    if (value && isNumber(value)) continue
    const column = at === 0 ? 'Column 1 (Ent_num)' : 'Column 2 (Add_num)'
    const given = { column, value: value ?? '', expected: 'a whole number' }
    return rejectColumn(row, 'InvalidNumber', given)
  }
  const place = toPlace(city ?? null, countryOf(country ?? null))
  const address = { number: number ?? '', street: street ?? null, ...place }
  return toStagedEntry({ list: 'OFAC', entry: entry ?? '', addresses: [address] }, row, source)
}
