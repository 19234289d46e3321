import { randomUUID } from 'node:crypto'
import { toLocation } from '#src/domain/places.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import type { SearchOutcome } from '../params.ts'
import { type SearchDeps, searchOrganizations } from '../search.ts'
import { proposeSearches } from './propose.ts'
import { readFacts } from './read-facts.ts'
import type { FailedSearch, Proposal, RecoveredSearch, Rewrite } from './recovery.ts'
import { toSearchParams } from './to-params.ts'

/** Where a recovery is stored, so that feedback can refer to it. */
type StoreDeps = { postgres: Postgres }

/** The maximum number of proposed searches. */
const PROPOSED = 3

// Rewrites that run at once. A search with every filter and mistake has about twenty rewrites; six
// rounds reach searches by meaning and end within a second.
const AT_ONCE = PROPOSED
const MOST_RUN = 6 * PROPOSED

/**
 * Finds up to three other searches for one that found nothing, runs and counts them, and stores
 * them under an id for feedback. Throws ApiError SearchUnavailable, IndexNotReady,
 * DiscoveryIndexEmpty, StoreUnavailable, InvalidParameters for an unknown cause, and the signal's
 * reason if it aborts.
 */
export async function recoverSearch(
  deps: SearchDeps & StoreDeps,
  failed: FailedSearch,
  signal?: AbortSignal,
): Promise<RecoveredSearch> {
  const search = { ...failed, query: storable(failed.query) }
  const proposals = await findOtherSearches(deps, search, signal)
  const id = randomUUID()
  await store(deps, id, search.query, proposals)
  return { id, proposals, ...(proposals.length === 0 && { note: NOTHING_HELPS }) }
}

/** Does the same as `recoverSearch`, without storing anything. */
export async function findOtherSearches(
  deps: SearchDeps,
  search: FailedSearch,
  signal?: AbortSignal,
): Promise<Proposal[]> {
  const rewrites = proposeSearches(search, await readFacts(deps, search)).slice(0, MOST_RUN)
  return runUntilEnough(deps, rewrites, signal)
}

const NOTHING_HELPS =
  'No other spelling, place, or cause finds an organization. Try the nine-digit EIN or another name.'

// Queries have at most 500 characters; Postgres rejects NUL and lone surrogates.
const storable = (query: string): string =>
  query.toWellFormed().replaceAll('\0', ' ').slice(0, 500).toWellFormed()

async function runUntilEnough(
  deps: SearchDeps,
  rewrites: readonly Rewrite[],
  signal: AbortSignal | undefined,
): Promise<Proposal[]> {
  const found: Proposal[] = []
  for (let from = 0; from < rewrites.length && found.length < PROPOSED; from += AT_ONCE) {
    signal?.throwIfAborted()
    const some = rewrites.slice(from, from + AT_ONCE)
    const run = await Promise.all(some.map((rewrite) => runRewrite(deps, rewrite)))
    for (const proposal of run) {
      if (proposal && !found.some((one) => isSameAnswer(one, proposal))) found.push(proposal)
    }
  }
  return found.slice(0, PROPOSED)
}

// Two spellings of a name that find the same organization are one proposal.
const isSameAnswer = (a: Proposal, b: Proposal): boolean =>
  a.mode === b.mode && a.first.ein === b.first.ein

/** Returns undefined if the search finds nothing that helps. */
async function runRewrite(deps: SearchDeps, rewrite: Rewrite): Promise<Proposal | undefined> {
  const outcome = await searchOrganizations(deps, toSearchParams(rewrite))
  const [hit] = outcome.hits
  if (!hit || !isAnswer(rewrite, outcome)) return undefined
  const { ein, display } = hit
  const place = toLocation(display)
  const { found, foundRelation } = outcome
  const first = { ein, name: display.name, ...(place && { place }) }
  return { ...rewrite, found, foundRelation, first }
}

/**
 * A name that again resolves to nothing does not help. A search by meaning always finds something,
 * so it counts only if words of the query occur in one of the first hits.
 */
const isAnswer = ({ mode }: Rewrite, { hits, resolution }: SearchOutcome): boolean =>
  mode === 'Identity'
    ? resolution?.status !== 'None'
    : hits.some(({ reasons }) =>
        reasons.some((reason) => reason.kind !== 'Passage' || reason.isHighlighted),
      )

/** Writes the table search_recovery. */
async function store(
  { postgres }: StoreDeps,
  id: string,
  query: string,
  proposals: readonly Proposal[],
): Promise<void> {
  const rows = proposals.map(({ query, mode, filters, found }) => ({ query, mode, filters, found }))
  await postgres.query(
    'insert into search_recovery (id, query, proposals) values ($1, $2, $3::jsonb)',
    [id, query, JSON.stringify(rows)],
  )
}
