import { randomUUID } from 'node:crypto'
import { organizationsAlias } from '#mappings/organizations.ts'
import { knownFields } from '#src/domain/known-fields.ts'
import { normalizeName } from '#src/domain/names.ts'
import { toLocation } from '#src/domain/places.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import { causesOf } from '#src/search/filter-parameters.ts'
import { clausesWithout } from '../filter-table.ts'
import { buildFilters, type SearchFilters } from '../filters.ts'
import type { SearchOutcome, SearchParams } from '../params.ts'
import { type SearchDeps, searchOrganizations } from '../search.ts'
import {
  type FailedSearch,
  type FilterKind,
  narrowestFirst,
  type Proposal,
  proposeSearches,
  type RecoveredSearch,
  type RecoveryFacts,
  type RecoveryFilters,
  type Rewrite,
} from './propose.ts'

// No registered name has more words, and each word needs its own lookup.
const MAX_WORDS = 20

/** Reads facts about a failed search in one request. Throws ApiError SearchUnavailable. */
async function readFacts(
  deps: SearchDeps,
  { query, filters }: FailedSearch,
): Promise<RecoveryFacts> {
  const index = organizationsAlias(deps.indexPrefix)
  const words = normalizeName(query).split(' ').slice(0, MAX_WORDS)
  const kinds = narrowestFirst(filters, {})
  const [spelt, ...counts] = await deps.opensearch.msearch([
    { index, body: { size: 0, suggest: suggestOf(words.join(' ')) } },
    ...kinds.map((kind) => ({ index, body: countOf(filters, kind) })),
  ])
  const spelling = respell(words, spelt?.suggest)
  return {
    ...(spelling !== undefined && { spelling }),
    passing: Object.fromEntries(
      kinds.map((kind, at) => [kind, counts[at]?.hits.total?.value ?? 0]),
    ),
  }
}

const suggestOf = (text: string) => ({
  names: {
    text,
    term: {
      field: 'query.name',
      // Words that occur in names are not misspelled.
      suggest_mode: 'missing',
      // The search itself corrects every letter except the first.
      prefix_length: 0,
      // Shorter words are too similar to each other.
      min_word_length: 4,
      size: 1,
    },
  },
})

const countOf = (filters: FailedSearch['filters'], kind: FilterKind) => {
  const { state, cause, minRevenue, maxRevenue } = filters
  const own = { state: { state }, cause: { cause }, revenue: { minRevenue, maxRevenue } }[kind]
  return {
    size: 0,
    track_total_hits: true,
    query: { bool: { filter: clausesWithout(buildFilters(toSearchFilters(own))) } },
  }
}

type Suggestion = { text: string; options: { text: string }[] }

function respell(words: readonly string[], suggest: unknown): string | undefined {
  const { names = [] } = (suggest ?? {}) as { names?: Suggestion[] }
  const better = new Map(names.map(({ text, options }) => [text, options[0]?.text]))
  const respelt = words.map((word) => better.get(word) ?? word)
  return respelt.some((word, at) => word !== words[at]) ? respelt.join(' ') : undefined
}

/** Returns the domain's filters. Throws ApiError InvalidParameters for an unknown cause. */
const toSearchFilters = ({ cause, ...others }: RecoveryFilters): SearchFilters =>
  knownFields({ ...others, causes: cause === undefined ? undefined : causesOf(cause) })

// The API's default page size, so that counts equal those of the same search in the API.
const LIMIT = 10

/** Returns the parameters of the search that runs a rewrite. */
const toSearchParams = ({ query, mode, filters }: Rewrite): SearchParams => ({
  query,
  mode,
  page: 1,
  limit: LIMIT,
  sort: 'Relevance',
  facets: false,
  filters: toSearchFilters(filters),
})

/** Where a recovery is stored, so that feedback can refer to it. */
type StoreDeps = { postgres: Postgres }

/** The maximum number of proposed searches. */
const PROPOSED = 3

// Rewrites that run at once. A search with every filter and mistake has about twenty rewrites; six
// rounds reach searches by meaning and end within a second.
const AT_ONCE = PROPOSED
const MAX_RUN = 6 * PROPOSED

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
  const rewrites = proposeSearches(search, await readFacts(deps, search)).slice(0, MAX_RUN)
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
  await postgres.session((own) =>
    own.query('insert into search_recovery (id, query, proposals) values ($1, $2, $3::jsonb)', [
      id,
      query,
      JSON.stringify(rows),
    ]),
  )
}
