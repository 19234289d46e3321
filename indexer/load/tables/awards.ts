import * as audits from '../../sources/kinds/audits.ts'
import * as awards from '../../sources/kinds/awards.ts'
import { AWARD_FACTS } from '../../sources/kinds/awards.ts'
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

const FACTS = Object.keys(AWARD_FACTS)
const ORIGIN = 'as_of, source_file, source_row, source_id'
const COLUMNS = ['award_key', ...FACTS, 'is_from_transactions', 'is_amount_summed', ORIGIN].join(
  ', ',
)
const OTHERS = COLUMNS.split(', ').slice(1)
const of = (row: string) => OTHERS.map((column) => `${row}.${column}`).join(', ')

// The newest row's stated total is right even if the files contain only one year of an award.
// Newest means the day of change, because a modification may be dated years back. A sum of
// obligations covers only the loaded transactions.
const STATED: Readonly<Record<string, string>> = {
  amount: 'coalesce(amount, round(obligated::numeric, 2)::float8)',
  latest_action_date: 'coalesce(latest_action, latest_action_date)',
}
const stated = FACTS.map((fact) => STATED[fact] ?? fact).join(', ')

// The summary fills in what newer transactions leave blank. Recipient and place are taken as a
// whole: another recipient's UEI or city must not appear beside a new name or state.
const IS_SAME_RECIPIENT = `coalesce(live.recipient_uei = summary.recipient_uei,
  live.recipient_name = summary.recipient_name, live.recipient_uei is null)`
const HAS_PLACE = `num_nonnulls(${FACTS.filter((fact) => fact.startsWith('place_'))
  .map((fact) => `live.${fact}`)
  .join(', ')}) > 0`

function filled(fact: string): string {
  const either = `coalesce(live.${fact}, summary.${fact})`
  if (fact === 'listings') return `coalesce(nullif(live.${fact}, '[]'), summary.${fact}, '[]')`
  if (fact.startsWith('recipient_'))
    return `case when ${IS_SAME_RECIPIENT} then ${either} else live.${fact} end`
  if (fact.startsWith('place_'))
    return `case when ${HAS_PLACE} then live.${fact} else summary.${fact} end`
  return either
}
const FILLED = FACTS.map((fact) => `${filled(fact)} as ${fact}`).join(',\n      ')

// Beyond 13 digits, a double cannot represent the cents, so such a sum is unknown.
const EXACT_OBLIGATED = 'case when abs(obligated) < 1e13 then obligated end'

// An award may reappear under another recipient, whose awards then change, too. Within the
// statement, `award` is read as it was before.
const WRITE_AWARDS = `
  with history as (
    select one.*, gone.as_of as undated,
      one.is_deleted or coalesce(gone.as_of >= one.as_of, false) as is_gone
    from award_transaction as one join touched_award using (award_key)
      left join award_transaction as gone
        on gone.transaction_key = one.transaction_key and gone.is_undated
    where not one.is_undated
  ), live as (
    select *, sum(obligation) over whole as obligated,
      max(action_date) over whole as latest_action,
      row_number() over (partition by award_key order by last_modified desc nulls last,
        action_date desc nulls last, transaction_key collate "C" desc) as ordinal
    from history where not is_gone
    window whole as (partition by award_key)
  ), gone as (
    select award_key, max(undated) as undated,
      max(last_modified) filter (where is_deleted) as deleted_on
    from history group by award_key having bool_and(is_gone)
  ), summary as (
    select award_summary.* from award_summary join touched_award using (award_key)
  ), told_by_transactions as (
    select live.award_key, ${FILLED},
      ${EXACT_OBLIGATED} as obligated, latest_action, live.as_of, live.source_file, live.source_row, live.source_id
    from live left join summary using (award_key)
    where ordinal = 1 and (summary.award_key is null
      or live.last_modified > summary.last_modified and live.amount is not null)
  ), chosen as (
    select award_key, ${FACTS.join(', ')}, true as is_from_transactions, obligated, latest_action, ${ORIGIN}
    from told_by_transactions
    union all
    select award_key, ${FACTS.join(', ')}, false, null, null, ${ORIGIN}
    from summary left join gone using (award_key)
    where award_key not in (select told_by_transactions.award_key from told_by_transactions)
      and (deleted_on > last_modified) is not true and (undated > summary.as_of) is not true
  ), written as (
    insert into award (${COLUMNS})
    select award_key, ${stated}, is_from_transactions, amount is null and obligated is not null,
      ${ORIGIN}
    from chosen
    on conflict (award_key) do update
      set ${OTHERS.map((column) => `${column} = excluded.${column}`).join(', ')}
      where (${of('award')}) is distinct from (${of('excluded')})
    returning award_key
  ), removed as (
    delete from award using touched_award
    where award.award_key = touched_award.award_key
      and award.award_key not in (select award_key from chosen)
    returning award.award_key
  )
  ${markAwardsDue('select from written union all select from removed')}`

// One at a time: a summary and transactions of one award may be loaded by two threads.
const LOCK = "select pg_advisory_xact_lock(hashtext('award'))::text"

/**
 * Returns statements that merge summaries or transactions and rebuild the awards they belong to,
 * whichever of the two is loaded first. `keys` selects the `award_key` of each award that the rows
 * change, read before they do.
 */
export const mergeParts = (keys: string, ...merge: [string, ...string[]]): readonly string[] => [
  LOCK,
  `create temporary table touched_award on commit drop as ${keys}`,
  'analyze touched_award',
  'create temporary table merged (is_new boolean) on commit drop',
  `with written as (${merge[0]}) insert into merged select is_new from written`,
  ...merge.slice(1),
  WRITE_AWARDS,
  countWritten('select is_new from merged'),
]

const FACT_TYPES = {
  amount: 'double precision',
  outlays: 'double precision',
  listings: 'jsonb',
  start_date: 'date',
  end_date: 'date',
  latest_action_date: 'date',
  last_modified: 'date',
  ...ORIGIN_TYPES,
}

/** The latest summary of each award. */
export const award: Table = {
  due: {},
  types: FACT_TYPES,
  merge: mergeParts(
    'select distinct award_key from staged',
    mergeLatest({
      table: 'award_summary',
      keys: ['award_key'],
      facts: FACTS,
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
    ...FACT_TYPES,
    action_date: 'date',
    obligation: 'double precision',
    is_correction: 'boolean',
    is_deleted: 'boolean',
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
      }),
      markAwardsDue('select from written'),
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
