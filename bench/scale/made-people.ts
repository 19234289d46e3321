import type { Postgres } from '#src/platform/clients/postgres.ts'
import { type Parties, PORTIONS } from './parties.ts'

// First names and surnames of people in the real returns, each as often as there.
const PREPARE = [
  `create unlogged table if not exists bench_officer as
    select row_number() over (order by object_id, at) - 1 as place,
      split_part(name, ' ', 1) as first, regexp_replace(name, '^.* ', '') as last
    from filing, jsonb_array_elements_text(row_facts -> 'officers' -> 'names')
      with ordinality as listed (name, at)
    where source_archive <> 'scale' and name ~ '^[A-Za-z]+ ([A-Za-z.]+ )?[A-Za-z-]{3,}$'`,
  'create unique index if not exists bench_officer_by_place on bench_officer (place)',
]

const TABLES: [form: string, path: string, leaf: string][] = [
  ['990', '/IRS990/Form990PartVIISectionAGrp', 'ReportableCompFromOrgAmt'],
  ['990EZ', '/IRS990EZ/OfficerDirectorTrusteeEmplGrp', 'CompensationAmt'],
  ['990PF', '/IRS990PF/OfficerDirTrstKeyEmplInfoGrp/OfficerDirTrstKeyEmplGrp', 'CompensationAmt'],
]

// Two of three have a middle initial. One of eight is paid.
const PEOPLE = `
  insert into filed_person (object_id, ordinal, path, name, title, pay, pay_leaf)
  select object_id, k, path || '[' || k || ']',
    f.first || case when h % 3 > 0 then ' ' || chr(65 + (h / 3 % 26)::integer) else '' end
      || ' ' || l.last,
    (array['DIRECTOR', 'TRUSTEE', 'PRESIDENT', 'TREASURER', 'SECRETARY'])[1 + h / 5 % 5],
    case when h % 8 = 0 then 20000 + h / 13 % 300000 else 0 end, leaf
  from bench_filer filer
  join (values ${TABLES.map((row) => `('${row.join("', '")}')`).join(', ')})
    its (form, path, leaf) using (form)
  cross join lateral generate_series(1, 1 + place * 17 % (2 * $2 - 1)) k
  cross join lateral (select abs(hashint8extended(k, place + 1)) as h) random
  join bench_officer f on f.place = h / 7 % (select count(*) from bench_officer)
  join bench_officer l on l.place = h / 60029 % (select count(*) from bench_officer)
  where filer.place % ${PORTIONS} = $1`

/** Stores about `count` people of the made organizations, as a load would. */
export async function storePeople(
  db: Postgres,
  { filers }: Parties,
  count: number,
  stop: AbortSignal,
): Promise<void> {
  for (const sql of PREPARE) await db.query(sql)
  for (let portion = 0; portion < PORTIONS; portion += 1) {
    stop.throwIfAborted()
    await db.query(PEOPLE, [portion, Math.max(1, Math.round(count / filers))])
  }
  await db.query('drop table bench_officer')
  await db.query('vacuum analyze filed_person')
}
