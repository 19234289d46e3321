import { AWARD_FACT_COLUMNS } from '../../sources/usaspending-awards.ts'
import { LOCK_AWARDS } from './award.ts'
import { countWritten, mergeLatest } from './merge-latest.ts'
import { ORIGIN_TYPES, type Table } from './table.ts'

// A deletion without a day is as late as its file. As late as each other, a deletion goes before a
// correction, and that before what it corrects: whatever order they come in, the store is the same.
const versionOf = (row: string): string => `
  coalesce(${row}.last_modified, case when ${row}.is_deleted
    then (${row}.as_of + interval '1 month - 1 day')::date else '-infinity' end),
  case when ${row}.is_deleted then 2 when ${row}.is_correction then 1 else 0 end, ${row}.as_of`

const MERGE = mergeLatest({
  table: 'award_transaction',
  keys: ['transaction_key'],
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

const NOTE_AWARDS = `
  create temporary table touched_award on commit drop as
  select distinct award_transaction.award_key
  from award_transaction join staged using (transaction_key)
  where award_transaction.award_key is not null`

// The total that the newest row states is right also where files hold one year of an award; by the day
// it was changed, since a modification may be dated years back. A sum of obligations would be of what
// happens to be loaded.
const told = AWARD_FACT_COLUMNS.map((column) => {
  if (column === 'amount') {
    return 'coalesce(told.amount, round(live.obligated::numeric, 2)::float8)'
  }
  return column === 'latest_action_date' ? 'live.latest_action_date' : `told.${column}`
})

const COLUMNS = [
  'award_key',
  ...AWARD_FACT_COLUMNS,
  'is_from_transactions',
  'as_of',
  'source_file',
  'source_row',
  'source_id',
]
const OTHERS = COLUMNS.slice(1)

const WRITE_AWARDS = `
  with live as (
    select award_transaction.*,
      sum(obligation) over whole as obligated,
      max(action_date) over whole as latest_action_date,
      row_number() over (partition by award_key order by last_modified desc nulls last,
        action_date desc nulls last, transaction_key collate "C" desc) as place
    from award_transaction join touched_award using (award_key)
    where not is_deleted
    window whole as (partition by award_key)
  )
  insert into award (${COLUMNS.join(', ')})
  select live.award_key, ${told.join(', ')}, true,
    live.as_of, live.source_file, live.source_row, live.source_id
  from live cross join lateral jsonb_populate_record(null::award, live.award) as told
  where place = 1
  on conflict (award_key) do update
    set ${OTHERS.map((column) => `${column} = excluded.${column}`).join(', ')}
    where award.is_from_transactions
      and (${OTHERS.map((column) => `award.${column}`).join(', ')})
        is distinct from (${OTHERS.map((column) => `excluded.${column}`).join(', ')})`

const REMOVE_AWARDS = `
  delete from award using touched_award
  where award.award_key = touched_award.award_key and award.is_from_transactions
    and not exists (select from award_transaction as live
      where live.award_key = award.award_key and not live.is_deleted)`

/** The latest state of each transaction, and of awards that no summary tells of what these make. */
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
    LOCK_AWARDS,
    'create temporary table merged (is_new boolean) on commit drop',
    `with written as (${MERGE}) insert into merged select is_new from written`,
    NOTE_AWARDS,
    WRITE_AWARDS,
    REMOVE_AWARDS,
    countWritten('select is_new from merged'),
  ],
}
