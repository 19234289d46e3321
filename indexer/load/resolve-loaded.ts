import type { Postgres } from '#src/clients/postgres.ts'
import { resolveOrganizations } from '../resolve/organizations.ts'

type SliceId = { source_id: number; ordinal: number }

const UNRESOLVED = `
  select source_id, ordinal from load_slice
  where not is_resolved and done_at is not null and loaded + replaced > 0`

// The slices read before resolving, not all of now: what another loader finished meanwhile may
// have been stored after the resolver looked.
const MARK = `
  update load_slice set is_resolved = true
  from json_to_recordset($1::json) as resolved(source_id bigint, ordinal integer)
  where load_slice.source_id = resolved.source_id and load_slice.ordinal = resolved.ordinal`

/**
 * Resolves organizations, which mints a release, when loads stored anything since the last time.
 * Returns the release, or undefined when nothing is new; `onBegin` is called when something is.
 */
export async function resolveLoaded(
  db: Postgres,
  onBegin: () => void = () => {},
): Promise<string | undefined> {
  const slices = await db.query<SliceId>(UNRESOLVED)
  if (slices.length === 0) return undefined
  onBegin()
  const { release } = await resolveOrganizations(db, { cause: 'load' })
  await db.query(MARK, [JSON.stringify(slices)])
  return release
}
