import type { Postgres } from '#src/clients/postgres.ts'
import { type MapAwardsResult, mapAwards } from '../awards/run.ts'
import { type NetworkProgress, type NetworkResult, resolveNetwork } from '../network/run.ts'
import { isNetworkDue } from '../network/state.ts'
import { resolveOrganizations } from '../resolve/organizations.ts'
import { screenOrganizations } from '../screen/run.ts'
import { AWARD_KINDS, PAID_KINDS, RESTRICTION_KINDS, type SourceKind } from '../sources/source.ts'
import { newTouched, sliceKey, type Touched } from './touched.ts'

type Slice = { sourceId: number; ordinal: number; position: number; kind: SourceKind }

// An extract older than what is there changes no row, and still tells former names and when a
// postcard was first seen; a restriction list that brings no new row may have left parties out. A
// table that a load left unfinished counts as far as it came.
const UNRESOLVED = `
  select source_id as "sourceId", ordinal, position, kind
  from load_slice join load_source on load_source.id = source_id
  where not is_resolved
    and (loaded + replaced > 0 or (unchanged > 0 and kind = any($1)))`
const TELLING_UNCHANGED: readonly SourceKind[] = ['bmf', 'postcard', ...RESTRICTION_KINDS]

// The slices read before resolving, not all of now: what another loader finished meanwhile, or a
// table's next rows, may have been stored after the resolver looked.
const MARK = `
  update load_slice set is_resolved = true
  from json_to_recordset($1::json)
    as resolved("sourceId" bigint, ordinal integer, position bigint)
  where source_id = "sourceId" and load_slice.ordinal = resolved.ordinal
    and load_slice.position = resolved.position`

/** Told how resolving goes on: when something is new, and how far the network is. */
export type ResolveWatch = {
  onBegin?: () => void
  onNetwork?: (progress: NetworkProgress) => void
}

export type Resolved = {
  /** The newest release; undefined when what was loaded changed nothing. */
  release: string | undefined
  network: NetworkResult
  /** Pairs of UEI and EIN by what became of them; undefined when no audits were loaded. */
  mapping: MapAwardsResult['judged'] | undefined
}

/**
 * Resolves organizations, maps awards to them, screens them against the restriction lists and
 * resolves the network of what they give, each of which mints a release for what changed, when loads
 * stored anything since the last time: the organizations in `touched` when that is all that was
 * stored, else every one. A restriction list has everybody screened and nobody resolved; awards and
 * audits have nobody resolved, and audits every UEI judged and everybody screened. Whatever a run before this one left
 * of the network is done, too. Returns undefined when nothing is new.
 */
export async function resolveLoaded(
  db: Postgres,
  touched: Touched = newTouched(),
  { onBegin = () => {}, onNetwork }: ResolveWatch = {},
): Promise<Resolved | undefined> {
  const slices = await db.query<Slice>(UNRESOLVED, [[...TELLING_UNCHANGED]])
  if (slices.length === 0 && !(await isNetworkDue(db))) return undefined
  onBegin()
  const { release, mapping } =
    slices.length > 0 ? await resolveSlices(db, slices, touched) : { release: undefined }
  const network = await resolveNetwork(db, { onProgress: onNetwork })
  await db.query(MARK, [JSON.stringify(slices)])
  if (slices.length === 0 && network.rows === 0 && network.changed === 0) return undefined
  return { release: network.release ?? release, network, mapping }
}

async function resolveSlices(
  db: Postgres,
  slices: readonly Slice[],
  touched: Touched,
): Promise<Pick<Resolved, 'release' | 'mapping'>> {
  const isWholly = slices.some(({ kind }) => RESTRICTION_KINDS.includes(kind))
  const ofOthers = slices.filter(({ kind }) => !RESTRICTION_KINDS.includes(kind))
  const telling = ofOthers.filter(({ kind }) => !AWARD_KINDS.includes(kind))
  const wanted = wantedOf(telling, touched)
  const resolved =
    telling.length > 0 ? await resolveOrganizations(db, { cause: 'load', ...wanted }) : undefined
  // What audits say is compared with what was said before; awards are too many to be.
  const identifying = ofOthers.filter(({ kind }) => !PAID_KINDS.includes(kind))
  const haveAwardsChanged = identifying.length < ofOthers.length
  const haveAudits = identifying.length > telling.length
  const mapped = await mapAwards(db, { haveAwardsChanged, ...(!haveAudits && wanted) })
  // Of audits that are there from a run before, which may have mapped them, nobody knows whom they
  // concern: everybody is screened, as after any other table.
  const { eins } = wantedOf(identifying, touched)
  const toScreen = isWholly || !eins ? {} : { eins: [...new Set([...eins, ...mapped.eins])] }
  const screened = await screenOrganizations(db, toScreen)
  const release = screened.release ?? mapped.release ?? resolved?.release
  return { release, mapping: haveAudits ? mapped.judged : undefined }
}

// A registry says something of nearly every organization, and one of a newer month also of those
// it no longer lists; the list of published returns says nothing of any.
function wantedOf(slices: readonly Slice[], touched: Touched): { eins?: string[] } {
  const isKnown = slices.every(
    (slice) => slice.kind === 'index' || touched.slices.has(sliceKey(slice)),
  )
  return isKnown ? { eins: [...touched.eins] } : {}
}
