import type { Postgres } from '#src/platform/clients/postgres.ts'
import { dropIndexes } from '../network-copies.ts'
import { type Parties, PORTIONS } from './parties.ts'

const TABLES = ['filed_edge', 'money_edge'] as const

// Purposes as filed in the real returns, each as often as there. Recipients are named by their EIN.
const PREPARE = [
  `create unlogged table if not exists bench_purpose as
    select row_number() over (order by object_id, ordinal) - 1 as place, purpose
    from filed_edge where purpose is not null`,
  'create unique index if not exists bench_purpose_by_place on bench_purpose (place)',
]

// Amounts from $1,000 to $400,000, as many small as large.
const EDGES = `
  with made as (
    select f.*, k as ordinal, abs(hashint8extended(k, place)) as h
    from bench_filer f
    cross join lateral generate_series(1, 1 + place * 31 % (2 * $2 - 1)) k
    where form in ('990', '990PF') and place % ${PORTIONS} = $1
  ), filed as (
    insert into filed_edge (object_id, ordinal, category, path, name, name_key, ein, city,
      city_key, state, zip, amount, purpose)
    select object_id, ordinal, category::edge_category, path || '[' || ordinal || ']', r.name,
      r.name_key, r.ein, r.city, r.city_key, r.state, r.zip,
      floor(1000 * exp(h % 6007 / 1000.0)), p.purpose
    from made
    cross join lateral (select
      case form when '990' then 'ScheduleI' else 'FoundationPaid' end as category,
      case form when '990' then '/IRS990ScheduleI/RecipientTable'
        else '/IRS990PF/SupplementaryInformationGrp/GrantOrContributionPdDurYrGrp' end as path) kind
    join bench_party r on r.place = h / 11 % (select count(*) from bench_party)
    join bench_purpose p on p.place = h / 7 % (select count(*) from bench_purpose)
    returning object_id, ordinal, category, ein, amount
  )
  insert into money_edge (funder_ein, recipient_ein, category, tax_year, amount, object_id, ordinal,
    match_method, match_confidence, is_counted)
  select f.ein, e.ein, e.category, f.tax_year, e.amount, object_id, ordinal, 'FiledEIN',
    'Authoritative', true
  from filed e join bench_filer f using (object_id)
  where f.place % ${PORTIONS} = $1
  returning 1`

const FINISH = [
  `insert into network_version (ein, release)
    select ein, (select max(id) from release) from bench_filer on conflict do nothing`,
  `insert into money_edge_count (match_confidence, rows)
    select match_confidence, count(*) from money_edge group by 1
    on conflict (match_confidence) do update set rows = excluded.rows`,
  'drop table bench_purpose',
  'vacuum analyze filed_edge, money_edge, network_version',
]

/** Stores about `count` grants of the made organizations, as a load and the resolver would. */
export async function storeMoney(
  db: Postgres,
  { funders }: Parties,
  count: number,
  stop: AbortSignal,
): Promise<void> {
  for (const sql of PREPARE) await db.query(sql)
  const indexes = await dropIndexes(db, TABLES)
  for (let portion = 0; portion < PORTIONS; portion += 1) {
    stop.throwIfAborted()
    await db.query(EDGES, [portion, Math.max(1, Math.round(count / funders))])
  }
  for (const sql of [...indexes, ...FINISH]) await db.query(sql)
}
