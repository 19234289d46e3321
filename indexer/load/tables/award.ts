import { AWARD_FACT_COLUMNS } from '../../sources/usaspending-awards.ts'
import { byLastModified, countWritten, mergeLatest } from './merge-latest.ts'
import { ORIGIN_TYPES, type Table } from './table.ts'

// One at a time: a summary and transactions of one award may come in two threads.
export const LOCK_AWARDS = "select pg_advisory_xact_lock(hashtext('award'))::text"

export const AWARD_TYPES = {
  amount: 'double precision',
  outlays: 'double precision',
  listings: 'jsonb',
  start_date: 'date',
  end_date: 'date',
  latest_action_date: 'date',
  last_modified: 'date',
  ...ORIGIN_TYPES,
} as const

/** The latest summary of each award; it goes before whatever transactions tell. */
export const award: Table = {
  types: AWARD_TYPES,
  merge: [
    LOCK_AWARDS,
    'alter table staged add is_from_transactions boolean not null default false',
    countWritten(
      mergeLatest({
        table: 'award',
        keys: ['award_key'],
        facts: [...AWARD_FACT_COLUMNS, 'is_from_transactions'],
        versionOf: byLastModified,
        replaces: 'award.is_from_transactions',
      }),
    ),
  ],
}
