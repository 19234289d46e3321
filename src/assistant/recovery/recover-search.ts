import { randomUUID } from 'node:crypto'
import { toLocation } from '../../domain/places.ts'
import type { SearchOutcome } from '../../search/params.ts'
import { type SearchDeps, searchOrganizations } from '../../search/search.ts'
import type { AssistantDeps } from '../deps.ts'
import { proposeSearches } from './propose.ts'
import { readFacts } from './read-facts.ts'
import type { FailedSearch, Proposal, RecoveredSearch, Rewrite } from './recovery.ts'
import { toSearchParams } from './to-params.ts'

/** What is proposed (decisions part 10). */
const PROPOSED = 3

// Run at once, the least changed first. A search with every filter and every fault of a name is
// rewritten to some twenty; six rounds reach what organizations do, and end within a second.
const AT_ONCE = PROPOSED
const MOST_RUN = 6 * PROPOSED

/**
 * Up to three other searches for one that resolved to nothing, each run and counted, and stored
 * under an id that later feedback names. Throws ApiError SearchUnavailable, IndexNotReady,
 * DiscoveryIndexEmpty, StoreUnavailable, InvalidParameters for an unknown cause, and the signal's
 * reason once it aborts.
 */
export async function recoverSearch(
  deps: AssistantDeps,
  failed: FailedSearch,
  signal?: AbortSignal,
): Promise<RecoveredSearch> {
  const search = { ...failed, query: storable(failed.query) }
  const proposals = await findOtherSearches(deps, search, signal)
  const id = randomUUID()
  await store(deps, id, search.query, proposals)
  return { id, proposals, ...(proposals.length === 0 && { note: NOTHING_HELPS }) }
}

/**
 * Up to three other searches for one that resolved to nothing, each run and counted; nothing is
 * stored. Throws as `recoverSearch` does, but for the store.
 */
export async function findOtherSearches(
  deps: SearchDeps,
  search: FailedSearch,
  signal?: AbortSignal,
): Promise<Proposal[]> {
  const rewrites = proposeSearches(search, await readFacts(deps, search)).slice(0, MOST_RUN)
  return runUntilEnough(deps, rewrites, signal)
}

const NOTHING_HELPS =
  'No other spelling, place or cause finds an organization here; try its nine-digit EIN or another of its names.'

// A query of the API has 500 characters at most (interface part 8); what no store holds is left out.
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

// Two ways to write a name that find the same are one proposal.
const isSameAnswer = (a: Proposal, b: Proposal): boolean =>
  a.mode === b.mode && a.first.ein === b.first.ein

/** Undefined where it resolves to nothing, too. */
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
 * A name that resolves to nobody again is no help. Something is always nearest in meaning, even to
 * nonsense: what organizations do counts where words of the query are found in one of the first.
 */
const isAnswer = ({ mode }: Rewrite, { hits, resolution }: SearchOutcome): boolean =>
  mode === 'Identity'
    ? resolution?.status !== 'None'
    : hits.some(({ reasons }) =>
        reasons.some((reason) => reason.kind !== 'Passage' || reason.isHighlighted),
      )

/** Table search_recovery; what was found of each is kept as it was told. */
async function store(
  { postgres }: AssistantDeps,
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
