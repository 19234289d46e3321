import { organizationsAlias } from '#mappings/organizations.ts'
import { formatEin } from '#src/domain/ein.ts'
import type { Session } from '#src/platform/clients/postgres.ts'
import { ApiError } from '#src/platform/errors.ts'
import { askOrganizations } from '../ask.ts'
import { readQuarantined, requireRelease } from '../index-state.ts'
import type { Hit } from '../params.ts'
import { BEST_HIT, type SearchDeps, searchOrganizations } from '../search.ts'
import { INVARIANTS, type Invariant } from './table.ts'

export type InvariantDeps = SearchDeps & {
  store: Pick<Session, 'query'>
  /** The EINs that the index leaves out; read from the index if absent. */
  quarantined?: string[]
  /** Stops the check before its next search. */
  signal?: AbortSignal
}

/** How many invariants the index keeps, how many do not apply, and the others as sentences. */
export type Checked = { passed: number; skipped: number; failures: string[] }

/**
 * Checks, with the searches of the API, that an index finds well-known names and causes, and that it
 * counts what the store does. Skips organizations that the store does not have, or has changed since
 * the index's release. Throws ApiError SearchUnavailable, StoreUnavailable, or IndexNotReady, and the
 * signal's reason.
 */
export async function checkInvariants(deps: InvariantDeps): Promise<Checked> {
  const { opensearch, store, signal } = deps
  // The alias may move during the check.
  const name = deps.index ?? organizationsAlias(deps.indexPrefix)
  const { index, meta } = await opensearch.readMeta(name)
  const quarantined = deps.quarantined ?? (await readQuarantined(opensearch, index))
  const stored = await countStored(store, requireRelease(index, meta), quarantined)
  const checked: Checked = { passed: 0, skipped: 0, failures: [] }
  for (const [at, invariant] of INVARIANTS.entries()) {
    signal?.throwIfAborted()
    const count = stored[at]
    if (count === undefined) {
      checked.skipped += 1
      continue
    }
    const failure = await findFailure({ ...deps, index }, invariant, count).catch(toEmpty)
    if (failure === undefined) checked.passed += 1
    else checked.failures.push(`${invariant.asked || 'All organizations'}: ${failure}.`)
  }
  return checked
}

// With fewer organizations of a cause, a store may have none that says so in these words.
const LEAST_OF_CAUSE = 50

type Row = { release: string | null; counts: number[] }

/**
 * Counts, for each invariant, the organizations of the store that it is about; undefined if it does
 * not apply. One statement reads them, so that all are of one release.
 */
async function countStored(
  store: InvariantDeps['store'],
  release: string,
  quarantined: string[],
): Promise<(number | undefined)[]> {
  const [row] = await store.query<Row>(
    `select (select max(id) from release) as release,
       array[${INVARIANTS.map(toCount).join(', ')}]::int[] as counts
     from organization o where ein <> all($1::text[])`,
    [quarantined, release],
  )
  return INVARIANTS.map((invariant, at) => {
    const count = row?.counts[at] ?? 0
    if (invariant.kind === 'count') return row?.release === release ? count : undefined
    return count >= ('code' in invariant ? LEAST_OF_CAUSE : 1) ? count : undefined
  })
}

/** Returns SQL. Its values are not typed by anybody: the table is code. */
function toCount(invariant: Invariant): string {
  if ('ein' in invariant) {
    // By key, because a scan would compare each row with each EIN.
    return `(select count(*) from organization where ein = '${invariant.ein}'
      and ein <> all($1::text[]) and changed_release <= $2)`
  }
  if (invariant.kind === 'absent') return 'count(*)'
  const condition =
    'code' in invariant ? `ntee_code like '${invariant.code}%'` : invariant.condition
  return `count(*) filter (where ${condition})`
}

/** Returns what the index does wrong; undefined if it keeps the invariant. */
async function findFailure(
  deps: SearchDeps,
  invariant: Invariant,
  stored: number,
): Promise<string | undefined> {
  const { kind, query, filters } = invariant
  if (kind === 'count') {
    const all = { ...BEST_HIT, query, filters, mode: 'Discovery' } as const
    const { found } = await searchOrganizations(deps, all)
    return found === stored ? undefined : `expected ${stored} as in the store, got ${found}`
  }
  if (kind === 'absent') {
    const named = { ...BEST_HIT, query, filters, mode: 'Identity' } as const
    const { hits, resolution } = await searchOrganizations(deps, named)
    return resolution?.status === 'Exact' ? `expected no exact match, got ${show(hits)}` : undefined
  }
  const { outcome } = await askOrganizations(deps, { q: query, page: 1, filters })
  const { hits } = outcome
  if ('code' in invariant) {
    const { code, least } = invariant
    const found = hits.filter(({ display }) => display.cause?.code.startsWith(code)).length
    return found >= least ? undefined : `expected ${least} of cause ${code}, got ${found}`
  }
  const among = kind === 'name' ? hits.slice(0, 1) : hits
  if (among.some(({ ein }) => ein === invariant.ein)) return undefined
  const where = kind === 'name' ? 'first' : 'on the first page'
  return `expected EIN ${formatEin(invariant.ein)} ${where}, got ${show(hits)}`
}

/** An index without vectors breaks invariants; one that does not respond is not checked. */
function toEmpty(error: unknown): string {
  if (error instanceof ApiError && error.code === 'DiscoveryIndexEmpty') return error.message
  throw error
}

const show = ([first]: readonly Hit[]): string =>
  first ? `EIN ${formatEin(first.ein)} (${first.display.name})` : 'nothing'
