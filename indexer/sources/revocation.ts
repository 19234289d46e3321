import { parseFiledEin } from '#src/domain/ein.ts'
import { readRevocationDate } from '../records/list-dates.ts'
import { orNull, rejectEin, rejectTooLong, rejectValue } from '../records/row-faults.ts'
import { ORIGIN, originOf } from './origin.ts'
import { firstPipeRow, pipeReader } from './pipe.ts'
import type { RowRejection, TabularReader } from './source.ts'

const COLUMNS = 12
const DATE_COLUMNS = [9, 10, 11] as const

/** Automatic revocations of exemption: one row an event, since an EIN can repeat. */
export const reader: TabularReader = {
  kind: 'revocation',
  recognizes: (head) => {
    const fields = firstPipeRow(head)
    return fields.length === COLUMNS && readRevocationDate(fields[9] ?? '') !== undefined
  },
  columns: [
    'ein',
    'revoked_on',
    'posted_on',
    'reinstated_on',
    'name',
    'dba_name',
    'street',
    'city',
    'state',
    'zip',
    'country',
    'exemption_type',
    ...ORIGIN,
  ],
  read: pipeReader(COLUMNS, (fields, { row, source }) => {
    const fault =
      rejectEin(row, fields[0] ?? '') ?? rejectDates(fields, row) ?? rejectTooLong(row, fields)
    if (fault) return fault
    const [ein = '', name = '', ...others] = fields
    const [revoked, posted, reinstated] = DATE_COLUMNS.map((column) =>
      orNull(readRevocationDate(fields[column] ?? '') ?? ''),
    )
    const values = [
      parseFiledEin(ein) ?? null,
      revoked ?? null,
      posted ?? null,
      reinstated ?? null,
      name,
      ...others.slice(0, 7).map(orNull),
    ]
    return { row, values: [...values, ...originOf(source, row)] }
  }),
}

/** The revocation's date must stand; of posting and reinstatement, what stands must be a date. */
function rejectDates(fields: readonly string[], row: number): RowRejection | undefined {
  for (const column of DATE_COLUMNS) {
    const text = fields[column] ?? ''
    const mayBeEmpty = column !== DATE_COLUMNS[0]
    if (text === '' && mayBeEmpty) continue
    if (readRevocationDate(text) === undefined) {
      return rejectValue(row, 'InvalidDate', `Column ${column + 1}`, text)
    }
  }
  return undefined
}
