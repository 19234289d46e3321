import { kindOf, programsOf, readField, readRemarks, withoutSsn } from '../records/ofac.ts'
import { isPartial } from '../records/partial-programs.ts'
import { rejectColumn, rejectName } from '../records/restricted.ts'
import { LISTED_COLUMNS, toStagedEntry } from './listed-rows.ts'
import { isNumber, mostRows, type OfacRowMaker, ofacReader } from './ofac-rows.ts'
import type { TabularReader } from './source.ts'

const COLUMNS = 12
const TYPES = ['individual', 'vessel', 'aircraft', 'entity', '-0-']

/** OFAC's parties, SDN.CSV and CONS_PRIM.CSV: one row an entry. */
export const reader: TabularReader = {
  kind: 'ofac-party',
  recognizes: (head) =>
    mostRows(head, COLUMNS, ([entry, , type = '']) => isNumber(entry) && TYPES.includes(type)),
  columns: LISTED_COLUMNS,
  read: ofacReader(COLUMNS, (fields, at) => toParty(fields, at)),
}

const toParty: OfacRowMaker = (fields, { row, source }) => {
  const [entry = '', name, type, program] = fields.map(readField).map((field) => field ?? '')
  if (!isNumber(entry)) {
    const expected = 'the number of an entry'
    return rejectColumn(row, 'InvalidNumber', {
      column: 'Column 1 (ent_num)',
      value: entry,
      expected,
    })
  }
  const fault = rejectName(row, 'Column 2 (SDN_Name)', name ?? null)
  if (fault) return fault
  const kind = kindOf(type || null)
  if (kind === undefined) {
    const expected = 'individual, vessel, aircraft or -0-'
    const given = { column: 'Column 3 (SDN_Type)', value: type ?? '', expected }
    return rejectColumn(row, 'InvalidType', given)
  }
  // Not trimmed: where it breaks off at its full length, a comment goes on.
  const written = readField(fields[COLUMNS - 1]) === null ? null : (fields[COLUMNS - 1] ?? null)
  const programs = programsOf(program ?? null)
  const party = {
    kind,
    name: name ?? '',
    programs,
    remarks: written === null ? null : withoutSsn(written),
    is_partial: isPartial(programs, written ?? ''),
    takes_comment: true,
    ...readRemarks(written ?? ''),
  }
  return toStagedEntry({ list: 'OFAC', entry, party }, row, source)
}
