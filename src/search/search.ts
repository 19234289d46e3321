import { organizationsAlias } from '#mappings/organizations.ts'
import type { OpenSearch, SearchResponse } from '../platform/clients/opensearch.ts'
import { ApiError } from '../platform/errors.ts'
import { requireModel } from './index-state.ts'
import {
  FACET_KEYS,
  type FacetBucket,
  type FacetKey,
  type SearchOutcome,
  type SearchParams,
} from './params.ts'
import {
  buildBestSearches,
  buildPageSearch,
  buildVectorCount,
  buildWindowSearch,
  DISCOVERY_VERSION,
  type Floors,
  placesOf,
  toFloors,
  WINDOW,
} from './queries/discovery.ts'
import { buildFilters, type Clause, clausesWithout, filteredFacets } from './queries/filters.ts'
import {
  buildBestSearch,
  buildIdentitySearch,
  exactClauses,
  IDENTITY_VERSION,
  isBestFirst,
} from './queries/identity.ts'
import { buildListing, LISTING_VERSION } from './queries/listing.ts'
import { readDiscoveryHits } from './results/discovery.ts'
import { readFacets, toBuckets } from './results/facets.ts'
import { readIdentityHits, readResolution } from './results/identity.ts'
import { readListedHits } from './results/listing.ts'
import {
  type Candidate,
  countValues,
  type DisplaySource,
  orderCandidates,
  readCandidates,
} from './results/window.ts'

export type SearchDeps = {
  opensearch: OpenSearch
  indexPrefix: string
  /** Name of the index, if it is not the live one. */
  index?: string
  /** Embeds a query with the model and function that embedded the documents. */
  embed: (text: string) => Promise<Float32Array>
  /** Id of that model. */
  embeddingModel: string
}

/** The last hit that a page may reach. Deeper pages cost the engine too much. */
export const DEEPEST_HIT = 10_000

/**
 * Searches organizations by name (Identity) or by activity (Discovery), or lists all that pass the
 * filters (Discovery with an empty query). Throws ApiError PageTooDeep, SearchUnavailable,
 * IndexNotReady or DiscoveryIndexEmpty.
 */
export async function searchOrganizations(
  deps: SearchDeps,
  params: SearchParams,
): Promise<SearchOutcome> {
  if (params.page * params.limit > DEEPEST_HIT) throw new ApiError('PageTooDeep')
  const started = performance.now()
  const outcome = await runnerOf(params)(deps, params)
  return { ...outcome, engineMs: performance.now() - started }
}

type Outcome = Omit<SearchOutcome, 'engineMs'>

const runnerOf = ({ mode, query }: SearchParams) => {
  if (mode === 'Identity') return identify
  return query === '' ? list : discover
}

const request = ({ index, indexPrefix }: SearchDeps, body: Clause) => ({
  index: index ?? organizationsAlias(indexPrefix),
  body,
})

async function identify(deps: SearchDeps, params: SearchParams): Promise<Outcome> {
  const bodies = [buildIdentitySearch(params)]
  if (!isBestFirst(params)) bodies.push(buildBestSearch(params))
  const [page, best = page] = await deps.opensearch.msearch<DisplaySource>(
    bodies.map((body) => request(deps, body)),
  )
  if (!page || !best) throw new Error('A multi-search returned fewer results than it has searches.')
  return {
    ...readExactPage(page, params),
    hits: readIdentityHits(page.hits.hits.slice(0, params.limit), params.query),
    queryVersion: IDENTITY_VERSION,
    resolution: readResolution(best, params.query, hasFilters(params)),
  }
}

/** Returns whether an organization that passes the filters has exactly this name or alias. */
export async function hasExactName(
  deps: SearchDeps,
  { query, filters }: SearchParams,
): Promise<boolean> {
  const should = exactClauses(query)
  if (should.length === 0) return false
  const bool = { should, minimum_should_match: 1, filter: clausesWithout(buildFilters(filters)) }
  // One is enough, and nothing of it is shown.
  const body = { query: { bool }, size: 0, terminate_after: 1, track_total_hits: true }
  const { hits } = await deps.opensearch.search(request(deps, body))
  return (hits.total?.value ?? 0) > 0
}

async function list(deps: SearchDeps, params: SearchParams): Promise<Outcome> {
  const response = await deps.opensearch.search<DisplaySource>(request(deps, buildListing(params)))
  return {
    ...readExactPage(response, params),
    hits: readListedHits(response.hits.hits),
    queryVersion: LISTING_VERSION,
  }
}

/** Reads everything on a page of exact results except its hits. */
function readExactPage(
  { hits, aggregations }: SearchResponse<DisplaySource>,
  params: SearchParams,
): Omit<Outcome, 'hits' | 'queryVersion'> {
  const found = hits.total?.value ?? 0
  return {
    ...indexOf(hits.hits),
    found,
    foundRelation: 'exact',
    page: params.page,
    hasNextPage: hasNextPage(params, found),
    ...(params.facets && aggregations && { facets: readFacets(aggregations) }),
  }
}

/** Returns the index of the hits, even if the alias has moved since. */
const indexOf = ([hit]: readonly { _index: string }[] = []): Pick<Outcome, 'index'> =>
  hit ? { index: hit._index } : {}

const hasFilters = ({ filters }: SearchParams): boolean =>
  Object.values(filters).some((value) => value !== undefined)

const hasNextPage = ({ page, limit }: SearchParams, found: number): boolean =>
  page * limit < found && (page + 1) * limit <= DEEPEST_HIT

async function discover(deps: SearchDeps, params: SearchParams): Promise<Outcome> {
  const vector = await deps.embed(params.query)
  const ignored = params.facets ? filteredFacets(buildFilters(params.filters)) : []
  const floors = params.sort === 'Relevance' ? undefined : await readFloors(deps, params, vector)
  const responses = await deps.opensearch.msearch(
    [undefined, ...ignored].map((ignoring) =>
      request(deps, buildWindowSearch(params, vector, { ignoring, floors })),
    ),
  )
  await requireModel(
    deps,
    responses.flatMap(({ hits }) => hits.hits),
  )
  const [candidates = [], ...others] = responses.map(({ hits }) => readCandidates(hits.hits))
  if (candidates.length === 0) await requireVectors(deps)
  // A full window or floors may leave out organizations that match.
  const isCut = candidates.length >= WINDOW || floors !== undefined
  const eins = orderCandidates(candidates, params.sort)
    .slice((params.page - 1) * params.limit, params.page * params.limit)
    .map(({ ein }) => ein)
  return {
    ...indexOf(responses[0]?.hits.hits),
    hits: await readPage(deps, params.query, eins, candidates.length),
    found: candidates.length,
    foundRelation: isCut ? 'at least' : 'exact',
    page: params.page,
    hasNextPage: hasNextPage(params, candidates.length),
    queryVersion: DISCOVERY_VERSION,
    ...(params.facets && { facets: countFacets(candidates, ignored, others) }),
  }
}

async function readFloors(
  deps: SearchDeps,
  params: SearchParams,
  vector: Float32Array,
): Promise<Floors> {
  const responses = await deps.opensearch.msearch(
    buildBestSearches(params, vector).map((body) => request(deps, body)),
  )
  const [lexical, nearest] = responses.map(({ hits }) => hits.hits[0]?._score ?? undefined)
  return toFloors(lexical, nearest)
}

async function requireVectors(deps: SearchDeps): Promise<void> {
  const { hits } = await deps.opensearch.search(request(deps, buildVectorCount()))
  if ((hits.total?.value ?? 0) === 0) throw new ApiError('DiscoveryIndexEmpty')
}

async function readPage(deps: SearchDeps, query: string, eins: string[], window: number) {
  if (eins.length === 0) return []
  const { hits } = await deps.opensearch.search<DisplaySource>(
    request(deps, buildPageSearch(query, eins)),
  )
  return readDiscoveryHits(hits.hits, eins, placesOf(query), window)
}

/** Counts a facet with a filter of its own in the window that ignores that filter. */
function countFacets(
  candidates: Candidate[],
  ignored: FacetKey[],
  others: Candidate[][],
): Record<FacetKey, FacetBucket[]> {
  const windowOf = (facet: FacetKey) => others[ignored.indexOf(facet)] ?? candidates
  return Object.fromEntries(
    FACET_KEYS.map((facet) => [facet, toBuckets(facet, countValues(windowOf(facet), facet))]),
  ) as Record<FacetKey, FacetBucket[]>
}
