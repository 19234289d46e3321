import { mergeLatest } from './merge-latest.ts'
import { ORIGIN_TYPES, type Table } from './table.ts'
import { mergeTellers } from './write-awards.ts'

// As late as each other, a deletion goes before a correction, and that before what it corrects.
const versionOf = (row: string): string => `
  coalesce(${row}.last_modified, '-infinity'),
  case when ${row}.is_deleted then 2 when ${row}.is_correction then 1 else 0 end, ${row}.as_of`

const MERGE = mergeLatest({
  table: 'award_transaction',
  // A deletion without a day stands beside what it deletes: nothing but months can order the two.
  keys: ['transaction_key', 'is_undated'],
  facts: [
    'award_key',
    'modification',
    'action_date',
    'action_type',
    'obligation',
    'is_correction',
    'is_deleted',
    'award',
    'last_modified',
  ],
  versionOf,
  // A deletion may name the transaction alone.
  set: { award_key: 'coalesce(excluded.award_key, award_transaction.award_key)' },
})

// So may one that came before what it deletes.
const NAME_AWARDS = `
  update award_transaction set award_key = staged.award_key
  from staged
  where award_transaction.transaction_key = staged.transaction_key
    and award_transaction.award_key is null and staged.award_key is not null
    and not award_transaction.is_undated`

// A transaction may come back under another award, and leaves the one it was of.
const TOUCHED = `
  select award_key from staged where award_key is not null
  union
  select award_transaction.award_key
  from award_transaction join staged using (transaction_key)
  where award_transaction.award_key is not null`

/** The latest state of each transaction, and the last deletion of each that tells no day. */
export const awardTransaction: Table = {
  types: {
    action_date: 'date',
    obligation: 'double precision',
    is_correction: 'boolean',
    is_deleted: 'boolean',
    award: 'jsonb',
    last_modified: 'date',
    ...ORIGIN_TYPES,
  },
  merge: [
    `alter table staged add is_undated boolean
      generated always as (is_deleted and last_modified is null) stored`,
    ...mergeTellers(TOUCHED, MERGE, NAME_AWARDS),
  ],
}
