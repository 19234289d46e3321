import { ORIGIN } from '../../sources/origin.ts'
import { reader } from '../../sources/usaspending-subawards.ts'
import { markAwardsDue } from '../awards-due.ts'
import { countWritten, mergeLatest } from './merge-latest.ts'
import { ORIGIN_TYPES, type Table } from './table.ts'

const KEY = 'subaward_key'
const isFact = (column: string): boolean =>
  column !== KEY && !ORIGIN.some((name) => name === column)

// As late as each other, what stands in SAM goes before what was taken over from FSRS.
const versionOf = (row: string): string => `
  coalesce(${row}.last_modified, '-infinity'), coalesce(${row}.report_system, ''), ${row}.as_of`

/** The latest state of each subaward, in whatever report. */
export const subaward: Table = {
  types: {
    prime_amount: 'double precision',
    amount: 'double precision',
    action_date: 'date',
    listings: 'jsonb',
    last_modified: 'date',
    ...ORIGIN_TYPES,
  },
  merge: [
    countWritten(
      mergeLatest({
        table: 'subaward',
        keys: [KEY],
        facts: reader.columns.filter(isFact),
        versionOf,
        given: ['recipient_uei'],
      }),
      // It is part of the key: a row never leaves the recipient it came for.
      markAwardsDue('select recipient_uei from written'),
    ),
  ],
}
