import type { Postgres } from '#src/clients/postgres.ts'
import { resolveOrganizations } from '../resolve/organizations.ts'
import type { SourceKind } from '../sources/source.ts'
import { newTouched, sliceKey, type Touched } from './touched.ts'

type Slice = { sourceId: number; ordinal: number; position: number; kind: SourceKind }

// An extract older than what is there changes no row, and still tells former names and when a
// postcard was first seen. A table that a load left unfinished counts as far as it came.
const UNRESOLVED = `
  select source_id as "sourceId", ordinal, position, kind
  from load_slice join load_source on load_source.id = source_id
  where not is_resolved
    and (loaded + replaced > 0 or (unchanged > 0 and kind in ('bmf', 'postcard')))`

// The slices read before resolving, not all of now: what another loader finished meanwhile, or a
// table's next rows, may have been stored after the resolver looked.
const MARK = `
  update load_slice set is_resolved = true
  from json_to_recordset($1::json)
    as resolved("sourceId" bigint, ordinal integer, position bigint)
  where source_id = "sourceId" and load_slice.ordinal = resolved.ordinal
    and load_slice.position = resolved.position`

/**
 * Resolves organizations, which mints a release, when loads stored anything since the last time:
 * those in `touched` when that is all that was stored, else every one.
 * Returns the release, or undefined when nothing is new; `onBegin` is called when something is.
 */
export async function resolveLoaded(
  db: Postgres,
  touched: Touched = newTouched(),
  onBegin: () => void = () => {},
): Promise<string | undefined> {
  const slices = await db.query<Slice>(UNRESOLVED)
  if (slices.length === 0) return undefined
  onBegin()
  // A registry says something of nearly every organization, and one of a newer month also of
  // those it no longer lists; the list of published returns says nothing of any.
  const isKnown = slices.every(
    (slice) => slice.kind === 'index' || touched.slices.has(sliceKey(slice)),
  )
  const eins = isKnown ? { eins: [...touched.eins] } : {}
  const { release } = await resolveOrganizations(db, { cause: 'load', ...eins })
  await db.query(MARK, [JSON.stringify(slices)])
  return release
}
