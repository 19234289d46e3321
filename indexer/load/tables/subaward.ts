import { ORIGIN } from '../../sources/origin.ts'
import { reader } from '../../sources/usaspending-subawards.ts'
import { byLastModified, countWritten, mergeLatest } from './merge-latest.ts'
import { ORIGIN_TYPES, type Table } from './table.ts'

const KEY = 'subaward_key'
const isFact = (column: string): boolean =>
  column !== KEY && !ORIGIN.some((name) => name === column)

/** The latest state of each subaward: an amended report takes the place of what it amends. */
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
        versionOf: byLastModified,
      }),
    ),
  ],
}
