import type { Postgres } from '../../clients/postgres.ts'

const SQL = `
  select f.ein
  from related_reference r
  join filing f on f.object_id = r.object_id
  where r.object_id = $1 and r.related_ein = $2
    and (r.path = $3 or starts_with($3, r.path || '/'))`

/** Who filed a row of Schedule R that names an organization; undefined when it does not. */
export async function readReferrer(
  db: Pick<Postgres, 'query'>,
  { objectId, path, ein }: { objectId: string; path: string; ein: string },
): Promise<string | undefined> {
  const [row] = await db.query<{ ein: string }>(SQL, [objectId, ein, path])
  return row?.ein
}
