import { organizationsAlias } from '#mappings/organizations.ts'
import type { OpenSearch } from '../clients/opensearch.ts'
import { ApiError } from '../errors.ts'
import { requireModel } from './embedding-model.ts'
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
import { buildFilters, type Clause, filteredFacets } from './queries/filters.ts'
import {
  buildBestSearch,
  buildIdentitySearch,
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
  /** An index by its own name, where it is not to be the live one. */
  index?: string
  /** Vector of a query, by the model and function the documents were embedded with. */
  embed: (text: string) => Promise<Float32Array>
  /** Id of that model. */
  embeddingModel: string
}

/** Pages end at this hit (decisions part 2, PageTooDeep): deeper ones cost the engine too much. */
export const DEEPEST_HIT = 10_000

/**
 * Searches organizations by what they are called (Identity) or by what they do (Discovery), or
 * lists those that pass the filters (Discovery of no words).
 * Throws ApiError PageTooDeep, SearchUnavailable, IndexNotReady or DiscoveryIndexEmpty.
 */
export async function searchOrganizations(
  deps: SearchDeps,
  params: SearchParams,
): Promise<SearchOutcome> {
  if (params.page * params.limit > DEEPEST_HIT) throw new ApiError('PageTooDeep')
  const started = performance.now()
  const outcome = await answerOf(params)(deps, params)
  return { ...outcome, engineMs: performance.now() - started }
}

type Outcome = Omit<SearchOutcome, 'engineMs'>

const answerOf = ({ mode, query }: SearchParams) => {
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
  const answers = await deps.opensearch.msearch<DisplaySource>(
    bodies.map((body) => request(deps, body)),
  )
  const [page, best = page] = answers
  if (!page || !best) throw new Error('A multi-search answered fewer searches than it was sent.')
  const found = page.hits.total?.value ?? 0
  return {
    ...indexOf(page.hits.hits),
    hits: readIdentityHits(page.hits.hits.slice(0, params.limit), params.query),
    found,
    foundRelation: 'exact',
    page: params.page,
    hasNextPage: hasNextPage(params, found),
    queryVersion: IDENTITY_VERSION,
    ...(params.facets && page.aggregations && { facets: readFacets(page.aggregations) }),
    resolution: readResolution(best, params.query, hasFilters(params)),
  }
}

/** Hits say by which index they were given, whatever the alias means by then. */
const indexOf = ([hit]: readonly { _index: string }[] = []): Pick<Outcome, 'index'> =>
  hit ? { index: hit._index } : {}

const hasFilters = ({ filters }: SearchParams): boolean =>
  Object.values(filters).some((value) => value !== undefined)

const hasNextPage = ({ page, limit }: SearchParams, found: number): boolean =>
  page * limit < found && (page + 1) * limit <= DEEPEST_HIT

async function list(deps: SearchDeps, params: SearchParams): Promise<Outcome> {
  const { hits, aggregations } = await deps.opensearch.search<DisplaySource>(
    request(deps, buildListing(params)),
  )
  const found = hits.total?.value ?? 0
  return {
    ...indexOf(hits.hits),
    hits: readListedHits(hits.hits),
    found,
    foundRelation: 'exact',
    page: params.page,
    hasNextPage: hasNextPage(params, found),
    queryVersion: LISTING_VERSION,
    ...(params.facets && aggregations && { facets: readFacets(aggregations) }),
  }
}

async function discover(deps: SearchDeps, params: SearchParams): Promise<Outcome> {
  const vector = await deps.embed(params.query)
  const ignored = params.facets ? filteredFacets(buildFilters(params.filters)) : []
  const floors = params.sort === 'Relevance' ? undefined : await readFloors(deps, params, vector)
  const answers = await deps.opensearch.msearch(
    [undefined, ...ignored].map((ignoring) =>
      request(deps, buildWindowSearch(params, vector, { ignoring, floors })),
    ),
  )
  await requireModel(
    deps,
    answers.flatMap(({ hits }) => hits.hits),
  )
  const [candidates = [], ...others] = answers.map(({ hits }) => readCandidates(hits.hits))
  if (candidates.length === 0) await requireVectors(deps)
  // A full window was cut, and floors leave out the less near: more organizations may be about
  // the query.
  const isCut = candidates.length >= WINDOW || floors !== undefined
  const eins = orderCandidates(candidates, params.sort)
    .slice((params.page - 1) * params.limit, params.page * params.limit)
    .map(({ ein }) => ein)
  return {
    ...indexOf(answers[0]?.hits.hits),
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
  const answers = await deps.opensearch.msearch(
    buildBestSearches(params, vector).map((body) => request(deps, body)),
  )
  const [lexical, nearest] = answers.map(({ hits }) => hits.hits[0]?._score ?? undefined)
  return toFloors(lexical, nearest)
}

async function requireVectors(deps: SearchDeps): Promise<void> {
  const answer = await deps.opensearch.search(request(deps, buildVectorCount()))
  if ((answer.hits.total?.value ?? 0) === 0) throw new ApiError('DiscoveryIndexEmpty')
}

async function readPage(deps: SearchDeps, query: string, eins: string[], window: number) {
  if (eins.length === 0) return []
  const { hits } = await deps.opensearch.search<DisplaySource>(
    request(deps, buildPageSearch(query, eins)),
  )
  return readDiscoveryHits(hits.hits, eins, placesOf(query), window)
}

/** A facet with a filter of its own is counted over the window that ignores that filter. */
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
