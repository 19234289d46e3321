import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { FICTIONAL_PREFIXES } from '#src/domain/ein.ts'
import { formatCount } from '#src/domain/money.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import { readConfig } from '#src/platform/config.ts'
import { OperatorError } from '#src/platform/errors.ts'
import type { Benchmark, Run } from '../benchmark.ts'
import { COUNTRY_SETTINGS, withEngines, withPostgres } from '../environment.ts'
import { measureReindex } from '../reindex.ts'
import { fillStore } from '../store/fill.ts'
import { requireRealData } from '../store/sources.ts'
import { measureSearches } from './measure.ts'

const SIZES = {
  whole: { organizations: 790_000, people: 2_000_000, grants: 2_000_000 },
  quick: { organizations: 20_000, people: 50_000, grants: 50_000 },
}

/** Measures searches and a reindex of as many organizations as the country has. */
export const scale: Benchmark = {
  name: 'scale',
  description: 'searches and a reindex of 790,000 organizations, against bare calls and limits',
  isOnRequest: true,
  run: async (run) => {
    requireRealData()
    const sizes = SIZES[run.isQuick ? 'quick' : 'whole']
    const dataDir = resolve(
      run.keep ?? join(readConfig().cacheDir, `bench/scale-${sizes.organizations}`),
    )
    const marker = join(dataDir, 'scale.json')
    const wanted = JSON.stringify({ version: VERSION, ...sizes })
    const isPrepared = await openFolder(dataDir, marker, wanted)
    return withEngines(
      async (place) => {
        if (!isPrepared) {
          await fillStore(place, sizes.organizations, run)
          await storeRows(place.databaseUrl, sizes, run)
          await writeFile(marker, wanted)
        }
        // First, because it builds an index of this version.
        const row = await measureReindex(place, 1, run)
        return [...(await measureSearches(place, run)), row]
      },
      { dataDir, settings: COUNTRY_SETTINGS },
    )
  },
}

// Raised when prepared data changes; older folders are prepared again.
const VERSION = 4

/**
 * Returns whether the folder has the wanted data, which is kept between runs; otherwise empties it.
 * Throws OperatorError if it contains anything that this benchmark did not prepare.
 */
async function openFolder(dataDir: string, marker: string, wanted: string): Promise<boolean> {
  const prepared = existsSync(marker) ? readFileSync(marker, 'utf8') : undefined
  if (prepared === wanted) return true
  if (prepared === undefined && existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    throw new OperatorError(
      `${dataDir} contains data that this benchmark did not prepare. Choose an empty folder with --keep.`,
    )
  }
  await rm(dataDir, { recursive: true, force: true })
  await mkdir(dataDir, { recursive: true })
  // An interrupted preparation begins again.
  await writeFile(marker, '')
  return false
}

/** Statements work on a part of the organizations each, which limits their memory. */
const PORTIONS = 8

// Any made organization may receive money. Keys are those of the resolver.
const NUMBER = [
  `create unlogged table bench_filer as
    select row_number() over (order by object_id) - 1 as place, object_id, ein, form, tax_year
    from filing where source_archive = 'scale'`,
  'create unique index on bench_filer (object_id)',
  `create unlogged table bench_party as
    select row_number() over (order by ein) - 1 as place, ein, name, city, state, zip,
      coalesce(key, '') as name_key, coalesce(city_key, '') as city_key
    from organization o
    left join lateral (
      select key, k.city as city_key from organization_key k
      where k.ein = o.ein and key not like '% %' limit 1
    ) keys on true
    where left(ein, 2) in (${FICTIONAL_PREFIXES.map((prefix) => `'${prefix}'`).join(', ')})`,
  'create unique index on bench_party (place)',
  'analyze bench_filer, bench_party',
]

// Purposes, first names, and surnames as filed in the real returns, each as often as there.
const PREPARE = [
  `create unlogged table bench_purpose as
    select row_number() over (order by object_id, ordinal) - 1 as place, purpose
    from filed_edge where purpose is not null`,
  'create unique index bench_purpose_by_place on bench_purpose (place)',
  `create unlogged table bench_officer as
    select row_number() over (order by object_id, at) - 1 as place,
      split_part(name, ' ', 1) as first, regexp_replace(name, '^.* ', '') as last
    from filing, jsonb_array_elements_text(row_facts -> 'officers' -> 'names')
      with ordinality as listed (name, at)
    where source_archive <> 'scale' and name ~ '^[A-Za-z]+ ([A-Za-z.]+ )?[A-Za-z-]{3,}$'`,
  'create unique index bench_officer_by_place on bench_officer (place)',
]

// Amounts from $1,000 to $400,000, as many small as large. Recipients are named by their EIN.
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

const OFFICER_TABLES: [form: string, path: string, leaf: string][] = [
  ['990', '/IRS990/Form990PartVIISectionAGrp', 'ReportableCompFromOrgAmt'],
  ['990EZ', '/IRS990EZ/OfficerDirectorTrusteeEmplGrp', 'CompensationAmt'],
  ['990PF', '/IRS990PF/OfficerDirTrstKeyEmplInfoGrp/OfficerDirTrstKeyEmplGrp', 'CompensationAmt'],
]

// Two of three have a middle initial. One of eight is paid.
const PEOPLE = `
  with made as (
  select object_id, count(*) as rows, json_agg(json_build_object('path', path || '[' || k || ']',
    'name', f.first || case when h % 3 > 0 then ' ' || chr(65 + (h / 3 % 26)::integer) else '' end
      || ' ' || l.last,
    'title', (array['DIRECTOR', 'TRUSTEE', 'PRESIDENT', 'TREASURER', 'SECRETARY'])[1 + h / 5 % 5],
    'pay', paid, 'payLeaf', leaf, 'relatedPay', null, 'relatedLeaf', null, 'totalPay', paid,
    'hours', case when paid > 0 then 40 else 1 end, 'isFormer', false) order by k) as people
  from bench_filer filer
  join (values ${OFFICER_TABLES.map((row) => `('${row.join("', '")}')`).join(', ')})
    its (form, path, leaf) using (form)
  cross join lateral generate_series(1, 1 + place * 17 % (2 * $2 - 1)) k
  cross join lateral (select abs(hashint8extended(k, place + 1)) as h) random
  cross join lateral (
    select case when h % 8 = 0 then 20000 + h / 13 % 300000 else 0 end as paid
  ) its_pay
  join bench_officer f on f.place = h / 7 % (select count(*) from bench_officer)
  join bench_officer l on l.place = h / 60029 % (select count(*) from bench_officer)
  where filer.place % ${PORTIONS} = $1
  group by object_id)
  update filing set people = convert_to(made.people::text, 'UTF8'), people_count = made.rows
  from made where filing.object_id = made.object_id`

const FINISH = [
  `insert into network_version (ein, release)
    select ein, (select max(id) from release) from bench_filer on conflict do nothing`,
  `insert into money_edge_count (match_confidence, rows)
    select match_confidence, count(*) from money_edge group by 1
    on conflict (match_confidence) do update set rows = excluded.rows`,
  'drop table bench_purpose, bench_officer, bench_filer, bench_party',
  'vacuum analyze filed_edge, money_edge, network_version, filing',
]

/** Stores about as many grants and people of the made organizations, as a load and the resolver would. */
export async function storeRows(
  databaseUrl: string,
  { grants, people }: { grants: number; people: number },
  { say, stop }: Run,
): Promise<void> {
  await withPostgres(databaseUrl, async (db) => {
    const runAll = async (statements: readonly string[]) => {
      for (const sql of statements) await db.query(sql)
    }
    const runPortions = async (sql: string, each: number) => {
      for (let portion = 0; portion < PORTIONS; portion += 1) {
        stop.throwIfAborted()
        await db.query(sql, [portion, Math.max(1, Math.round(each))])
      }
    }
    await runAll([...NUMBER, ...PREPARE])
    const [parties] = await db.query<{ filers: number; funders: number }>(`
      select count(*) as filers, count(*) filter (where form in ('990', '990PF')) as funders
      from bench_filer`)
    if (!parties) throw new Error('There are no made returns.')
    const indexes = await dropIndexes(db, ['filed_edge', 'money_edge'])
    await runPortions(EDGES, grants / parties.funders)
    await runAll(indexes)
    say(`stored ${formatCount(grants)} grants`)
    await runPortions(PEOPLE, people / parties.filers)
    say(`stored ${formatCount(people)} people`)
    await runAll(FINISH)
  })
}

/**
 * Drops the indexes of tables, except primary keys, and returns the statements that create them. An
 * index built at the end is smaller than one that grew, and takes a tenth of the time.
 */
async function dropIndexes(db: Postgres, tables: readonly string[]): Promise<string[]> {
  const indexes = await db.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = any($1) and indexname not like '%pkey'`,
    [[...tables]],
  )
  for (const { name } of indexes) await db.query(`drop index ${name}`)
  return indexes.map(({ definition }) => definition)
}
