import { FICTIONAL_PREFIXES } from '#src/domain/ein.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'

/** Statements work on a part of the organizations each, which limits their memory. */
export const PORTIONS = 8

/** The numbers of made organizations that file a return, and that can give money. */
export type Parties = { filers: number; funders: number }

// Any made organization may receive money. Keys are those of the resolver.
const NUMBER = [
  'drop table if exists bench_filer, bench_party',
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

/** Numbers the made organizations for the statements that add money and people. */
export async function numberParties(db: Postgres): Promise<Parties> {
  for (const sql of NUMBER) await db.query(sql)
  const [parties] = await db.query<Parties>(`
    select count(*) as filers, count(*) filter (where form in ('990', '990PF')) as funders
    from bench_filer`)
  if (!parties) throw new Error('There are no made returns.')
  return parties
}

export const dropParties = (db: Postgres) => db.query('drop table bench_filer, bench_party')
