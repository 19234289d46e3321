import { readField } from '../records/ofac.ts'
import { rejectColumn, rejectName } from '../records/restricted.ts'
import { LISTED_COLUMNS, toStagedEntry } from './listed-rows.ts'
import { isNumber, mostRows, type OfacRowMaker, ofacReader } from './ofac-rows.ts'
import type { TabularReader } from './source.ts'

const COLUMNS = 5
const KINDS = ['aka', 'fka', 'nka']

/** Other names of OFAC's parties, ALT.CSV and CONS_ALT.CSV: one row a name. */
export const reader: TabularReader = {
  kind: 'ofac-alias',
  recognizes: (head) =>
    mostRows(
      head,
      COLUMNS,
      ([entry, number, kind = '']) => isNumber(entry) && isNumber(number) && KINDS.includes(kind),
    ),
  columns: LISTED_COLUMNS,
  read: ofacReader(COLUMNS, (fields, at) => toAlias(fields, at)),
}

const toAlias: OfacRowMaker = (fields, { row, source }) => {
  const [entry, number, kind, name] = fields.map(readField)
  for (const [at, value] of [entry, number].entries()) {
    if (value && isNumber(value)) continue
    const column = at === 0 ? 'Column 1 (ent_num)' : 'Column 2 (alt_num)'
    const given = { column, value: value ?? '', expected: 'a whole number' }
    return rejectColumn(row, 'InvalidNumber', given)
  }
  if (!KINDS.includes(kind ?? '')) {
    const given = { column: 'Column 3 (alt_type)', value: kind ?? '', expected: KINDS.join(' or ') }
    return rejectColumn(row, 'InvalidType', given)
  }
  const fault = rejectName(row, 'Column 4 (alt_name)', name ?? null)
  if (fault) return fault
  // Weak names stand in the party's remarks, never in this table.
  const names = [{ number: number ?? '', kind: kind ?? '', name: name ?? '', is_weak: false }]
  return toStagedEntry({ list: 'OFAC', entry: entry ?? '', names }, row, source)
}
