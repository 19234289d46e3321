import { readField, withoutSsn } from '../records/ofac.ts'
import { rejectColumn } from '../records/restricted.ts'
import { LISTED_COLUMNS, toStagedEntry } from './listed-rows.ts'
import { isNumber, mostRows, type OfacRowMaker, ofacReader } from './ofac-rows.ts'
import type { TabularReader } from './source.ts'

const COLUMNS = 2
// A number and a text could be anybody's table; these words stand in what OFAC writes of parties.
const OF_OFAC =
  /\b(?:Linked To:|[afn]\.k\.a\.|(?:ID|No\.|Number) [\w-]+ \(|Directive|Digital Currency Address|Email Address|DOB |POB |Executive Order)/

/** What OFAC's remarks had no room for, SDN_COMMENTS.CSV and CONS_COMMENTS.CSV. */
export const reader: TabularReader = {
  kind: 'ofac-comment',
  recognizes: (head) => mostRows(head, COLUMNS, ([entry]) => isNumber(entry)) && OF_OFAC.test(head),
  columns: LISTED_COLUMNS,
  read: ofacReader(COLUMNS, (fields, at) => toComment(fields, at)),
}

const toComment: OfacRowMaker = (fields, { row, source }) => {
  const [entry, text] = fields.map(readField)
  if (!entry || !isNumber(entry)) {
    const column = 'Column 1 (ent_num)'
    const expected = 'the number of an entry'
    return rejectColumn(row, 'InvalidNumber', { column, value: entry ?? '', expected })
  }
  if (!text) {
    const given = { column: 'Column 2 (remarks)', value: '', expected: 'a text' }
    return rejectColumn(row, 'NoText', given)
  }
  // Not trimmed: it goes on where the remarks broke off.
  const comment = withoutSsn(fields[1] ?? '')
  return toStagedEntry({ list: 'OFAC', entry, comment }, row, source)
}
