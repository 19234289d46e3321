import { countWritten, mergeLatest } from './merge-latest.ts'
import { ORIGIN_TYPES, type Table } from './table.ts'

/** The latest state of each audit, as filed. */
export const audit: Table = {
  types: { audit_year: 'smallint', accepted_on: 'date', ...ORIGIN_TYPES },
  merge: [
    countWritten(
      mergeLatest({
        table: 'audit',
        keys: ['report_id'],
        facts: ['audit_year', 'uei', 'ein', 'auditor_ein', 'name', 'city', 'state', 'accepted_on'],
        versionOf: (row) => `coalesce(${row}.accepted_on, '-infinity'), ${row}.as_of`,
      }),
    ),
  ],
}
