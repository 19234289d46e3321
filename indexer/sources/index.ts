import { basename } from 'node:path'
import { parseFiledEin } from '#src/domain/ein.ts'
import { receivedOn } from '../records/object-id.ts'
import { orNull, rejectEin, rejectTooLong, rejectValue } from '../records/row-faults.ts'
import { headerOf, missingIn, type NamedRow, readNamedRows } from './csv.ts'
import type { RowRejection, StagedRow, TabularReader, TabularSource } from './source.ts'

const COLUMNS = [
  'RETURN_ID',
  'FILING_TYPE',
  'EIN',
  'TAX_PERIOD',
  'SUB_DATE',
  'TAXPAYER_NAME',
  'RETURN_TYPE',
  'DLN',
  'OBJECT_ID',
] as const
// Since 2023 the archive each return lies in; older indexes lack it.
const BATCH = 'XML_BATCH_ID'
const NAMES = [...COLUMNS, BATCH]

/** The IRS's index of the returns it published in one year. */
export const reader: TabularReader = {
  kind: 'index',
  // A table with further columns is somebody's join of the index with something else.
  recognizes: (head) => {
    const header = headerOf(head)
    const hasAll = COLUMNS.every((name) => header.includes(name))
    return hasAll && header.every((name) => NAMES.includes(name))
  },
  missingColumns: missingIn(COLUMNS),
  columns: [
    'object_id',
    'ein',
    'form',
    'tax_period',
    'submitted',
    'taxpayer_name',
    'dln',
    'batch',
    'index_year',
    'source_row',
  ],
  async *read(text, source) {
    const year = yearOf(source)
    for await (const row of readNamedRows(text, NAMES)) yield toStaged(row, year)
  },
}

/** The year of `index_2024.csv`; of a file renamed, the year of the month it is of. */
const yearOf = ({ path, member, asOf }: TabularSource): number =>
  Number(/index_(20\d{2})/i.exec(member ?? basename(path))?.[1] ?? asOf.slice(0, 4))

function toStaged(row: NamedRow | RowRejection, year: number): StagedRow | RowRejection {
  if ('code' in row) return row
  const [, , ein = '', period = '', submitted = '', name = '', form = '', dln = '', objectId = ''] =
    row.fields
  const fault =
    rejectEin(row.row, ein) ??
    rejectKeys(row.row, period, objectId) ??
    rejectTooLong(row.row, row.fields, (column) => NAMES[column] ?? 'A field')
  if (fault) return fault
  const batch = row.fields[COLUMNS.length] ?? ''
  const others = [submitted, name, dln, batch].map(orNull)
  const values = [objectId, parseFiledEin(ein) ?? null, form, period, ...others, year, row.row]
  return { row: row.row, values }
}

function rejectKeys(row: number, period: string, objectId: string): RowRejection | undefined {
  if (receivedOn(objectId) === undefined) {
    return rejectValue(row, 'InvalidObjectId', 'The object id', objectId)
  }
  const isPeriod = /^\d{4}(0[1-9]|1[0-2])$/.test(period)
  return isPeriod ? undefined : rejectValue(row, 'InvalidPeriod', 'The tax period', period)
}
