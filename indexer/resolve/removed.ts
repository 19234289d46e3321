import type { Session } from '#src/clients/postgres.ts'

export type Removed = { ein: string; name: string }

const REMOVED = `
  insert into organization_removed (ein, name, release)
  select ein, name, $2 from json_to_recordset($1::json) as gone(ein text, name text)
  on conflict (ein) do update set name = excluded.name, release = excluded.release`

const BACK = `
  delete from organization_removed as gone using organization where organization.ein = gone.ein`

/**
 * Keeps who was removed with the release, for whoever keeps a copy, and forgets those that came
 * back; in the transaction that removes them.
 */
export async function writeRemoved(
  session: Session,
  removed: readonly Removed[],
  release: string,
): Promise<void> {
  if (removed.length > 0) await session.query(REMOVED, [JSON.stringify(removed), release])
  await session.query(BACK)
}
