import { countryOf, toPlace } from '../../records/listed-place.ts'
import {
  isPartial,
  kindOf,
  programsOf,
  readField,
  readRemarks,
  withoutSsn,
} from '../../records/ofac.ts'
import { type ListedEntry, rejectColumn, rejectName } from '../../records/restricted.ts'
import { readTable, splitFields } from '../delimited.ts'
import { LISTED_COLUMNS, toStagedEntry } from '../header-table.ts'
import { isRejection, type RowRejection, type TabularKind, type TabularReader } from '../source.ts'

/** Describes one of OFAC's tables: commas, no header, one line per row except in quoted remarks. */
type OfacTable = {
  kind: TabularKind
  width: number
  /** True if trimmed fields are a row of this table. */
  isRow(fields: readonly string[]): boolean
  /** A further test of the file's first 64 KiB. */
  isHead?: RegExp
  /** Turns untrimmed fields into an entry or a piece of one, or rejects the row. */
  toEntry(fields: readonly string[], row: number): Omit<ListedEntry, 'list'> | RowRejection
}

// Some of the files end in the end-of-file mark of CP/M.
const END_MARK = '\u001a'

const ofacTable = ({ kind, width, isRow, isHead, toEntry }: OfacTable): TabularReader => ({
  kind,
  columns: LISTED_COLUMNS,
  recognizes: (head) => mostRows(head, width, isRow) && (isHead === undefined || isHead.test(head)),
  async *read(text, source) {
    const format = {
      columns: width,
      breaksLines: true,
      isRow: ([entry]: readonly string[]) => isNumber(entry),
      endMark: END_MARK,
    }
    for await (const read of readTable(text, format)) {
      const made = isRejection(read) ? read : toEntry(read.fields, read.row)
      if (isRejection(made)) yield ofEntry(made, read.line)
      else yield toStagedEntry({ list: 'OFAC', ...made }, read.row, source)
    }
  },
})

const ENTRY = /^\s*"?(\d{1,12})"?\s*,/

/** Adds the entry's number to a rejection, so that the stored data of the entry still counts. */
function ofEntry(rejection: RowRejection, line = ''): RowRejection {
  const entry = ENTRY.exec(line)?.[1]
  return entry === undefined ? rejection : { ...rejection, entry: { list: 'OFAC', entry } }
}

// Enough that one damaged row does not hide the file's kind.
const LOOKED_AT = 20

/** Returns true if most of a head's first rows have that many fields and pass the test. */
function mostRows(head: string, width: number, isRow: OfacTable['isRow']): boolean {
  const lines = head
    .split(/\r?\n/, LOOKED_AT)
    .map((line) => (line.endsWith(END_MARK) ? line.slice(0, -1) : line))
    .filter((line) => line.trim() !== '')
  // The head may end in the middle of a row.
  const whole = lines.length > 1 && lines.length < LOOKED_AT ? lines.slice(0, -1) : lines
  const passing = whole.filter((line) => {
    const fields = splitFields(line)
    return fields?.length === width && isRow(fields.map((field) => field.trim()))
  })
  return passing.length * 2 > whole.length
}

/** Returns true for OFAC's numbers of entries, names, and addresses. */
const isNumber = (text: string | null | undefined): text is string => /^\d{1,12}$/.test(text ?? '')

/** Rejects a row whose first columns are not numbers. */
function rejectNumbers(
  row: number,
  values: readonly (string | null | undefined)[],
  columns: readonly string[],
  expected = 'a whole number',
): RowRejection | undefined {
  const index = columns.findIndex((_, at) => !isNumber(values[at]))
  const column = columns[index]
  if (column === undefined) return undefined
  return rejectColumn(row, 'InvalidNumber', { column, value: values[index] ?? '', expected })
}

const ENTRY_NUMBER = 'an entry number'
const TYPES = ['individual', 'vessel', 'aircraft', 'entity', '-0-']
const PARTY_WIDTH = 12

/** OFAC's parties, SDN.CSV and CONS_PRIM.CSV: one row per entry. */
export const ofacParty = ofacTable({
  kind: 'ofac-party',
  width: PARTY_WIDTH,
  isRow: ([entry, , type = '']) => isNumber(entry) && TYPES.includes(type),
  toEntry(fields, row) {
    const [entry, name, type, program] = fields.map(readField)
    const fault =
      rejectNumbers(row, [entry], ['Column 1 (ent_num)'], ENTRY_NUMBER) ??
      rejectName(row, 'Column 2 (SDN_Name)', name ?? null)
    if (fault) return fault
    const kind = kindOf(type ?? null)
    if (kind === undefined) {
      const expected = 'individual, vessel, aircraft, or -0-'
      const given = { column: 'Column 3 (SDN_Type)', value: type ?? '', expected }
      return rejectColumn(row, 'InvalidType', given)
    }
    // Not trimmed: if it breaks off at its full length, a comment continues it.
    const filed = fields[PARTY_WIDTH - 1] ?? ''
    const remarks = readField(filed) === null ? null : filed
    const programs = programsOf(program ?? null)
    const party = {
      kind,
      name: name ?? '',
      programs,
      remarks: remarks === null ? null : withoutSsn(remarks),
      is_partial: isPartial(programs, remarks ?? ''),
      takes_comment: true,
      ...readRemarks(remarks ?? ''),
    }
    return { entry: entry ?? '', party }
  },
})

const ALIAS_KINDS = ['aka', 'fka', 'nka']

/** Other names of OFAC's parties, ALT.CSV and CONS_ALT.CSV: one row per name. */
export const ofacAlias = ofacTable({
  kind: 'ofac-alias',
  width: 5,
  isRow: ([entry, number, kind = '']) =>
    isNumber(entry) && isNumber(number) && ALIAS_KINDS.includes(kind),
  toEntry(fields, row) {
    const [entry, number, kind, name] = fields.map(readField)
    const columns = ['Column 1 (ent_num)', 'Column 2 (alt_num)']
    const badNumber = rejectNumbers(row, [entry, number], columns)
    if (badNumber) return badNumber
    if (!ALIAS_KINDS.includes(kind ?? '')) {
      const expected = ALIAS_KINDS.join(' or ')
      const given = { column: 'Column 3 (alt_type)', value: kind ?? '', expected }
      return rejectColumn(row, 'InvalidType', given)
    }
    const fault = rejectName(row, 'Column 4 (alt_name)', name ?? null)
    if (fault) return fault
    // Weak names are in the party's remarks, never in this table.
    const names = [{ number: number ?? '', kind: kind ?? '', name: name ?? '', is_weak: false }]
    return { entry: entry ?? '', names }
  },
})

/** Addresses of OFAC's parties, ADD.CSV and CONS_ADD.CSV: one row per address. */
export const ofacAddress = ofacTable({
  kind: 'ofac-address',
  width: 6,
  // Many tables have two numbers and four texts; only OFAC writes `-0-` for an empty value.
  isRow: ([entry, number, ...texts]) =>
    isNumber(entry) && isNumber(number) && texts.includes('-0-'),
  toEntry(fields, row) {
    const [entry, number, street, city, country] = fields.map(readField)
    const columns = ['Column 1 (Ent_num)', 'Column 2 (Add_num)']
    const fault = rejectNumbers(row, [entry, number], columns)
    if (fault) return fault
    const place = toPlace(city ?? null, countryOf(country ?? null))
    const address = { number: number ?? '', street: street ?? null, ...place }
    return { entry: entry ?? '', addresses: [address] }
  },
})

/**
 * The rest of remarks that were too long for OFAC's tables, SDN_COMMENTS.CSV and CONS_COMMENTS.CSV.
 */
export const ofacComment = ofacTable({
  kind: 'ofac-comment',
  width: 2,
  isRow: ([entry]) => isNumber(entry),
  // Many tables have a number and a text; these words occur in OFAC's remarks.
  isHead:
    /\b(?:Linked To:|[afn]\.k\.a\.|(?:ID|No\.|Number) [\w-]+ \(|Directive|Digital Currency Address|Email Address|DOB |POB |Executive Order)/,
  toEntry(fields, row) {
    const [entry, text] = fields.map(readField)
    const fault = rejectNumbers(row, [entry], ['Column 1 (ent_num)'], ENTRY_NUMBER)
    if (fault) return fault
    if (!text) {
      const given = { column: 'Column 2 (remarks)', value: '', expected: 'text' }
      return rejectColumn(row, 'NoText', given)
    }
    // Not trimmed: it continues where the remarks broke off.
    return { entry: entry ?? '', comment: withoutSsn(fields[1] ?? '') }
  },
})
