import type { Postgres } from '#src/platform/clients/postgres.ts'
import { type MapAwardsResult, mapAwards } from '../awards/run.ts'
import { newTouched, sliceKey, type Touched } from '../load/slice-counts.ts'
import { type NetworkProgress, type NetworkResult, resolveNetwork } from '../network/run.ts'
import { isNetworkDue } from '../network/state.ts'
import { resolveOrganizations } from '../resolve/organizations.ts'
import { screenOrganizations } from '../screen/run.ts'
import { AWARD_KINDS, PAID_KINDS, RESTRICTION_KINDS, type SourceKind } from '../sources/source.ts'
import { releaseFilings } from '../store/due.ts'
import { mintRelease } from '../store/releases.ts'

type Slice = { sourceId: number; ordinal: number; position: number; kind: SourceKind }

// An extract older than the stored one changes no row, but may add a former name or an earlier
// first month of a postcard. A restriction list without a new row may have dropped parties. A table
// that a load left unfinished counts up to its position.
const UNRESOLVED = `
  select source_id as "sourceId", ordinal, position, kind
  from load_slice join load_source on load_source.id = source_id
  where not is_resolved
    and (loaded + replaced > 0 or (unchanged > 0 and kind = any($1)))`
const READ_UNCHANGED: readonly SourceKind[] = ['bmf', 'postcard', ...RESTRICTION_KINDS]

// Only the slices read before resolving: another loader may have stored more rows since then.
const MARK = `
  update load_slice set is_resolved = true
  from json_to_recordset($1::json)
    as resolved("sourceId" bigint, ordinal integer, position bigint)
  where source_id = "sourceId" and load_slice.ordinal = resolved.ordinal
    and load_slice.position = resolved.position`

export type ResolveWatch = {
  /** Called when there is something to resolve. */
  onBegin?: () => void
  onNetwork?: (progress: NetworkProgress) => void
}

export type Resolved = {
  /** The newest release; undefined when nothing changed. */
  release: string | undefined
  network: NetworkResult
  /** Pairs of UEI and EIN used and not used; undefined when no audits were loaded. */
  mapping: MapAwardsResult['judged'] | undefined
}

/**
 * Runs the steps after a load, in order: resolve organizations, map awards to them, screen them
 * against the restriction lists, resolve the network. Each step mints a release for what it
 * changed. Resolves the data that loads stored and left unresolved, and a network that an earlier
 * run left. Resolves only the organizations in `touched` when all waiting slices are among its
 * slices. Returns undefined when there was nothing to do.
 */
export async function resolveLoaded(
  db: Postgres,
  touched: Touched = newTouched(),
  { onBegin = () => {}, onNetwork }: ResolveWatch = {},
): Promise<Resolved | undefined> {
  const slices = await db.query<Slice>(UNRESOLVED, [[...READ_UNCHANGED]])
  if (slices.length === 0 && !(await isNetworkDue(db))) return undefined
  onBegin()
  const { release, mapping } =
    slices.length > 0 ? await resolveSlices(db, slices, touched) : { release: undefined }
  const network = await resolveNetwork(db, { onProgress: onNetwork })
  await db.query(MARK, [JSON.stringify(slices)])
  if (slices.length === 0 && network.rows === 0 && network.changed === 0) return undefined
  return { release: network.release ?? release, network, mapping }
}

/**
 * Resolves what each kind of source requires: a restriction list screens every organization and
 * resolves none; awards and audits resolve none; audits judge every UEI and screen every
 * organization.
 */
async function resolveSlices(
  db: Postgres,
  slices: readonly Slice[],
  touched: Touched,
): Promise<Pick<Resolved, 'release' | 'mapping'>> {
  const hasLists = slices.some(({ kind }) => RESTRICTION_KINDS.includes(kind))
  const others = slices.filter(({ kind }) => !RESTRICTION_KINDS.includes(kind))
  const identities = others.filter(({ kind }) => !AWARD_KINDS.includes(kind))
  const wanted = wantedOf(identities, touched)
  const resolved =
    identities.length > 0 ? await resolveOrganizations(db, { cause: 'load', ...wanted }) : undefined
  // New pairs from audits are compared with the stored ones; awards are too many for that.
  const unpaid = others.filter(({ kind }) => !PAID_KINDS.includes(kind))
  const haveAwardsChanged = unpaid.length < others.length
  const haveAudits = unpaid.length > identities.length
  const mapped = await mapAwards(db, { haveAwardsChanged, ...(!haveAudits && wanted) })
  // Audits of an earlier, killed run may be mapped already, and then `mapped` does not name their
  // organizations: an audit table screens every organization, like any other table.
  const { eins } = wantedOf(unpaid, touched)
  const toScreen = hasLists || !eins ? {} : { eins: [...new Set([...eins, ...mapped.eins])] }
  const screened = await screenOrganizations(db, toScreen)
  const release = screened.release ?? mapped.release ?? resolved?.release
  return { release, mapping: haveAudits ? mapped.judged : undefined }
}

// A registry has a row for nearly every organization, and a newer month also changes those it no
// longer lists; the list of published returns changes none.
function wantedOf(slices: readonly Slice[], touched: Touched): { eins?: string[] } {
  const isKnown = slices.every(
    (slice) => slice.kind === 'index' || touched.slices.has(sliceKey(slice)),
  )
  return isKnown ? { eins: [...touched.eins] } : {}
}

// Resolving 100,000 organizations of 2.9 million took 29 s, all of them 234 s.
const MOST_EINS = 100_000

/**
 * Runs the same steps, without the network, for the organizations that `derive` or an exclusion
 * marked. Returns the newest release; mints one if `isChanged` though no organization is marked.
 */
export async function resolveDerived(
  db: Postgres,
  isChanged: boolean,
  onBegin: () => void,
): Promise<string | undefined> {
  const rows = await db.query<{ ein: string }>(
    `select ein from organization where latest_content_sha256 = ''
     union select ein from resolve_due limit $1`,
    [MOST_EINS + 1],
  )
  if (rows.length > 0) {
    onBegin()
    const marked = rows.length > MOST_EINS ? undefined : rows.map(({ ein }) => ein)
    const wanted = marked ? { eins: marked } : {}
    const resolved = await resolveOrganizations(db, { cause: 'resolve', ...wanted })
    const mapped = await mapAwards(db)
    const toScreen = marked ? { eins: [...new Set([...marked, ...mapped.eins])] } : {}
    return (await screenOrganizations(db, toScreen)).release ?? mapped.release ?? resolved.release
  }
  if (!isChanged) return undefined
  return await db.transaction(async (session) => {
    const release = await mintRelease(session, 'resolve')
    await releaseFilings(session, release)
    return release
  })
}
