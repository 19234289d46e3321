import { readFileSync } from 'node:fs'
import type { Postgres } from '#src/platform/clients/postgres.ts'

const FILERS = readFileSync(new URL('./filers.sql', import.meta.url), 'utf8')

export const FIRST_RELEASE = '20260101t000000000z'
export const SECOND_RELEASE = '20260201t000000000z'

export async function mintRelease(db: Postgres, id: string): Promise<void> {
  await db.query(`insert into release values ($1, now(), 'load') on conflict (id) do nothing`, [id])
}

/** Inserts rows with the same columns; other columns get their defaults. */
export async function insertRows(
  db: Postgres,
  table: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  const sql = `insert into ${table} (${columns})
     select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`
  if (columns !== '') await db.query(sql, [JSON.stringify(rows)])
}

/** Organizations numbered from..to, only of the registry, with EINs of prefix 07. */
export async function addRegistry(
  db: Postgres,
  from: number,
  to: number,
  release = FIRST_RELEASE,
): Promise<void> {
  await mintRelease(db, release)
  await db.query(
    `insert into organization (ein, name, name_ref, city, state, country, entity_type, ntee_code,
       role, changed_release)
     select '07' || to_char(n, 'FM0000000'), 'Lantern Society of Ward ' || n,
       'bmf:2026-04:07' || to_char(n, 'FM0000000') || ':NAME', 'Toledo', 'OH', 'US',
       'OperatingOrOtherTaxExempt', 'A20', 'Independent', $3
     from generate_series($1::int, $2::int) n`,
    [from, to, release],
  )
}

/** Organizations numbered from..to, each with a 990 with a mission and two programs. */
export async function addFilers(
  db: Postgres,
  from: number,
  to: number,
  release = FIRST_RELEASE,
): Promise<void> {
  await mintRelease(db, release)
  await db.query(FILERS, [from, to, release])
}

export const einOf = (filer: number): string => `17${String(filer).padStart(7, '0')}`
export const objectOf = (filer: number): string => `2023031993493${String(filer).padStart(5, '0')}`

/** Adds a person to a filing. */
export const addPerson = (db: Postgres, objectId: string, name: string) =>
  db.query(
    `update filing set people_count = people_count + 1, people = convert_to((
       coalesce(convert_from(people, 'UTF8'), '[]')::jsonb || jsonb_build_object(
         'path', '/IRS990/Form990PartVIISectionAGrp[' || people_count + 1 || ']', 'name', $2::text,
         'title', 'Chair', 'pay', 0, 'payLeaf', 'ReportableCompFromOrgAmt', 'relatedPay', null,
         'relatedLeaf', null, 'totalPay', null, 'hours', null, 'isFormer', false))::text, 'UTF8')
     where object_id = $1`,
    [objectId, name],
  )

/** Replaces the grants of a filer, as the network would in this release. */
export async function giveGrants(
  db: Postgres,
  filer: number,
  purposes: string[],
  release = FIRST_RELEASE,
): Promise<void> {
  await mintRelease(db, release)
  const [ein, objectId] = [einOf(filer), objectOf(filer)]
  await db.query('delete from filed_edge where object_id = $1', [objectId])
  await db.query('delete from money_edge where object_id = $1', [objectId])
  await db.query(
    `insert into filed_edge (object_id, ordinal, category, path, name, state, amount, purpose)
     select $1, at, 'ScheduleI', '/IRS990ScheduleI/RecipientTable[' || at || ']', 'Reading Room',
       'NV', 1000 * at, purpose
     from unnest($2::text[]) with ordinality as row (purpose, at)`,
    [objectId, purposes],
  )
  await db.query(
    `insert into money_edge (funder_ein, category, tax_year, amount, object_id, ordinal,
       match_method, match_confidence, is_counted)
     select $2, category, 2022, amount, object_id, ordinal, 'Unresolved', 'None', true
     from filed_edge where object_id = $1`,
    [objectId, ein],
  )
  await db.query(
    `insert into network_version values ($1, $2)
     on conflict (ein) do update set release = excluded.release`,
    [ein, release],
  )
}

/** Rates filers as a run of a release would store it. */
export async function rateFilers(
  db: Postgres,
  filers: number[],
  score: number,
  release = FIRST_RELEASE,
): Promise<void> {
  await mintRelease(db, release)
  await db.query(
    `insert into rating (ein, object_id, form, tax_year, policy_version, state, score, band,
       metrics, categories, failed_checks, changed_release)
     select ein, latest_object_id, '990', latest_tax_year, 'rating-1', 'Scored', $2, 'Good',
       '[]', '[]', '{}', $3
     from organization where ein = any($1)
     on conflict (ein) do update set score = excluded.score,
       changed_release = excluded.changed_release`,
    [filers.map(einOf), score, release],
  )
}
