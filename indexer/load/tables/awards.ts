import * as audits from '../../sources/kinds/audits.ts'
import * as awards from '../../sources/kinds/awards.ts'
import * as subawards from '../../sources/kinds/subawards.ts'
import { EVERY, markAwardsDue } from '../../store/due.ts'
import {
  byLastModified,
  countWritten,
  factsOf,
  mergeLatest,
  ORIGIN_TYPES,
  type Table,
} from './merge.ts'
import { mergeParts } from './write-awards.ts'

/** The latest summary of each award. */
export const award: Table = {
  due: {},
  types: { award: 'jsonb', last_modified: 'date', ...ORIGIN_TYPES },
  merge: mergeParts(
    'select distinct award_key from staged',
    mergeLatest({
      table: 'award_summary',
      keys: ['award_key'],
      facts: ['award', 'last_modified'],
      versionOf: byLastModified,
    }),
  ),
}

const MERGE_TRANSACTIONS = mergeLatest({
  table: 'award_transaction',
  // A deletion without a day is stored next to the row it deletes: only months can order the two.
  keys: ['transaction_key', 'is_undated'],
  facts: factsOf(awards.awardTransaction, ['transaction_key']),
  // On the same day, a deletion ranks above a correction, and a correction above the row it
  // corrects.
  versionOf: (row) => `
  coalesce(${row}.last_modified, '-infinity'),
  case when ${row}.is_deleted then 2 when ${row}.is_correction then 1 else 0 end, ${row}.as_of`,
  // A deletion may contain only the transaction's key, without its award's.
  set: { award_key: 'coalesce(excluded.award_key, award_transaction.award_key)' },
})

// A deletion that arrived before the row it deletes has no award key yet.
const NAME_AWARDS = `
  update award_transaction set award_key = staged.award_key
  from staged
  where award_transaction.transaction_key = staged.transaction_key
    and award_transaction.award_key is null and staged.award_key is not null
    and not award_transaction.is_undated`

// A transaction may reappear under another award; then both awards change.
const TOUCHED = `
  select award_key from staged where award_key is not null
  union
  select award_transaction.award_key
  from award_transaction join staged using (transaction_key)
  where award_transaction.award_key is not null`

/** The latest state of each transaction, and the last deletion of each without a day. */
export const awardTransaction: Table = {
  due: {},
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
    ...mergeParts(TOUCHED, MERGE_TRANSACTIONS, NAME_AWARDS),
  ],
}

/** The latest state of each subaward, whichever report it came from. */
export const subaward: Table = {
  due: {},
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
        keys: ['subaward_key'],
        facts: factsOf(subawards.subaward, ['subaward_key']),
        // On the same day, SAM's row ranks above one taken over from FSRS.
        versionOf: (row) => `
    coalesce(${row}.last_modified, '-infinity'), coalesce(${row}.report_system, ''), ${row}.as_of`,
        returning: ['recipient_uei'],
      }),
      // The UEI is part of the key: a row always stays with its original recipient.
      markAwardsDue('select recipient_uei from written'),
    ),
  ],
}

/** The latest state of each audit, as filed. */
export const audit: Table = {
  due: { map: EVERY },
  types: { audit_year: 'smallint', accepted_on: 'date', ...ORIGIN_TYPES },
  merge: [
    countWritten(
      mergeLatest({
        table: 'audit',
        keys: ['report_id'],
        facts: factsOf(audits.audit, ['report_id']),
        versionOf: (row) => `coalesce(${row}.accepted_on, '-infinity'), ${row}.as_of`,
      }),
    ),
  ],
}

/** Every further EIN and UEI of an audit, with the newest file that has it. */
export const auditIdentifier: Table = {
  due: { map: EVERY },
  types: ORIGIN_TYPES,
  merge: [
    countWritten(`
      insert into audit_identifier
        (report_id, kind, value, as_of, source_file, source_row, source_id)
      select distinct on (report_id, kind, value)
        report_id, kind, value, as_of, source_file, source_row, source_id
      from staged order by report_id, kind, value, source_row desc
      on conflict (report_id, kind, value) do update
        set as_of = excluded.as_of, source_file = excluded.source_file,
          source_row = excluded.source_row, source_id = excluded.source_id
        where audit_identifier.as_of < excluded.as_of
      returning xmax = 0 as is_new`),
  ],
}
