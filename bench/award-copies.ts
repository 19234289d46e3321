import type { Postgres } from '#src/platform/clients/postgres.ts'

/** Awards and subawards of a store's first organizations, some with thousands. */
export type AwardSize = { awards: number; subawards: number }

// A made-up identifier of twelve characters; recipients are those with the most money.
const RECIPIENTS = `
  create table bench_recipient as
  select row_number() over (order by count(*) desc, recipient_ein) - 1 as place,
    recipient_ein as ein, 'U0' || '0' || recipient_ein as uei
  from money_edge where recipient_ein is not null group by recipient_ein
  order by 1 limit 5000`

const MAPPING = `
  insert into uei_mapping (uei, ein, years, audits, name_agrees, score, is_used)
  select uei, ein, '{2023,2024}', 2, true, 1, true from bench_recipient`

// The square of an even share: a tenth of all awards go to the first hundredth of recipients.
const PLACE = 'floor(5000 * power((n * 7919 % 1000003) / 1000003.0, 2))'

const AWARDS = `
  insert into award (award_key, kind, award_id, award_type, amount, purpose, awarding_agency,
    recipient_name, recipient_uei, recipient_city, recipient_state, is_from_transactions, as_of,
    source_file, source_row, source_id)
  select 'ASST_NON_' || n, 'assistance', 'F' || n, 'PROJECT GRANT (B)',
    floor(1000 * exp(n * 31 % 9000 / 1000.0)), 'Services', 'Department of Works',
    'RELIEF SOCIETY ' || ein, uei, 'Springfield', 'OH', false, '2026-01-01', 'bench.csv', n, 1
  from generate_series(1, $1::bigint) n join bench_recipient on place = ${PLACE}`

const SUBAWARDS = `
  insert into subaward (subaward_key, prime_award_key, prime_award_id, prime_recipient_name,
    prime_recipient_uei, subaward_number, amount, action_date, purpose, recipient_name,
    recipient_uei, as_of, source_file, source_row, source_id)
  select 'S' || n, 'ASST_NON_' || n, 'F' || n, 'RELIEF SOCIETY', 'U00000000000', 'N' || n,
    floor(1000 * exp(n * 31 % 6000 / 1000.0)), '2025-01-01', 'Services',
    'RELIEF SOCIETY ' || ein, uei, '2026-01-01', 'bench.csv', n, 1
  from generate_series(1, $1::bigint) n join bench_recipient on place = ${PLACE}`

/** Fills the tables of awards; organizations and their edges must exist. */
export async function fillAwards(
  db: Postgres,
  { awards, subawards }: AwardSize,
  stop: AbortSignal,
): Promise<void> {
  for (const table of ['award', 'subaward']) await db.query(`alter table ${table} set unlogged`)
  await db.query(RECIPIENTS)
  await db.query(MAPPING)
  await db.query('analyze bench_recipient')
  stop.throwIfAborted()
  await Promise.all([db.query(AWARDS, [awards]), db.query(SUBAWARDS, [subawards])])
  await db.query('insert into award_state (release) select max(id) from release')
  await db.query('vacuum analyze award, subaward, uei_mapping')
}

export async function pickAwarded(db: Pick<Postgres, 'query'>, count: number): Promise<string[]> {
  const rows = await db.query<{ ein: string }>(
    'select ein from bench_recipient order by place limit $1',
    [count],
  )
  return rows.map(({ ein }) => ein)
}
