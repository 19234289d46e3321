import type { Postgres } from '#src/platform/clients/postgres.ts'

// A row that names it, a leaf of such a row, or the part that holds one: edges of many rows are
// cited by their part.
const SQL = `
  select f.ein
  from filing f
  where f.object_id = $1 and (
    exists (select from related_reference r
      where r.object_id = $1 and r.related_ein = $2
        and (r.path = $3 or starts_with($3, r.path || '/')))
    or exists (select from money_edge m join filed_edge e using (object_id, ordinal)
      where m.recipient_ein = $2 and m.object_id = $1
        and (e.path = $3 or starts_with($3, e.path || '/') or starts_with(e.path, $3 || '/'))))`

/**
 * Who filed what names an organization as related or as the recipient of money; undefined when the
 * path names nothing of that. Throws ApiError StoreUnavailable.
 */
export async function readReferrer(
  db: Pick<Postgres, 'query'>,
  { objectId, path, ein }: { objectId: string; path: string; ein: string },
): Promise<string | undefined> {
  const [row] = await db.query<{ ein: string }>(SQL, [objectId, ein, path])
  return row?.ein
}
