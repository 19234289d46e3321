import type { Postgres } from '#src/platform/clients/postgres.ts'

/** A row of a registry list: field of the store → value; dates are YYYY-MM-DD. */
export type RegistryFields = Record<string, string | number | string[] | null>

const ROW = {
  bmf: 'select to_jsonb(r) as fields from bmf r where r.ein = $1',
  pub78: 'select to_jsonb(r) as fields from pub78 r where r.ein = $1',
} as const

/** The newest row of an organization in the Business Master File or Publication 78, whole. */
export async function readRegistryRow(
  db: Pick<Postgres, 'query'>,
  list: 'bmf' | 'pub78',
  ein: string,
): Promise<RegistryFields | undefined> {
  const [row] = await db.query<{ fields: RegistryFields }>(ROW[list], [ein])
  return row?.fields
}

/** One revocation of an organization, whole. */
export async function readRevocation(
  db: Pick<Postgres, 'query'>,
  ein: string,
  revokedOn: string,
): Promise<RegistryFields | undefined> {
  // Compared as text: a Ref may hold a day the calendar does not have.
  const sql = `select to_jsonb(r) as fields from revocation r
    where r.ein = $1 and r.revoked_on::text = $2`
  const [row] = await db.query<{ fields: RegistryFields }>(sql, [ein, revokedOn])
  return row?.fields
}

/** The name an older extract of the Business Master File gave an organization. */
export async function readFormerName(
  db: Pick<Postgres, 'query'>,
  ein: string,
  kind: 'name' | 'sort_name',
  asOf: string,
): Promise<string | undefined> {
  const sql = `select name from bmf_name
    where ein = $1 and kind = $2
      and $3 between to_char(first_as_of, 'YYYY-MM') and to_char(last_as_of, 'YYYY-MM')
    order by to_char(last_as_of, 'YYYY-MM') = $3 desc, last_as_of, name limit 1`
  const [row] = await db.query<{ name: string }>(sql, [ein, kind, asOf])
  return row?.name
}
