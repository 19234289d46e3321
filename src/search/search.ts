import type { OrganizationDisplay } from '#mappings/organization-document.ts'
import { organizationsAlias } from '#mappings/organizations.ts'
import { type Clock, todayInUtc } from '#src/domain/days.ts'
import { bandOn } from '#src/rating/rating.ts'
import { findCities, nearestCities } from '../domain/places/gazetteer.ts'
import type { OpenSearch, SearchResponse } from '../platform/clients/opensearch.ts'
import { ApiError } from '../platform/errors.ts'
import {
  type Candidate,
  countValues,
  orderCandidates,
  readCandidates,
  readDiscoveryHits,
} from './discovery/hits.ts'
import {
  buildPageSearch,
  buildVectorCount,
  buildWindowSearch,
  DISCOVERY_VERSION,
  placesOf,
  WINDOW,
} from './discovery/query.ts'
import {
  eachFacet,
  FACETS,
  type FacetCounts,
  type FacetKey,
  readPage,
  requirePage,
  toPage,
} from './facets.ts'
import { type Clause, clausesWithout } from './filter-table.ts'
import { buildFilters, type SearchFilters } from './filters.ts'
import { type IdentitySource, readIdentityHits, readResolution } from './identity/hits.ts'
import {
  buildBestSearch,
  buildIdentitySearch,
  equalNameClauses,
  IDENTITY_VERSION,
  isBestFirst,
} from './identity/query.ts'
import { type Readings, readQuery } from './identity/readings.ts'
import { requireModel } from './index-state.ts'
import {
  buildCounts,
  buildListing,
  filteredFacets,
  LISTING_VERSION,
  readListedHits,
} from './listing.ts'
import type { Closeness, DisplaySource, SearchOutcome, SearchParams } from './params.ts'

export type SearchDeps = Clock & {
  opensearch: OpenSearch
  indexPrefix: string
  /** Name of the index, if it is not the live one. */
  index?: string
  /** Embeds a query with the model and function that embedded the documents. */
  embed: (text: string) => Promise<Float32Array>
  /** Id of that model. */
  embeddingModel: string
}

/**
 * Searches organizations by name (Identity) or by activity (Discovery), or lists all that pass the
 * filters (Discovery with an empty query). Throws ApiError PageTooDeep, InvalidParameters for an
 * unknown city, SearchUnavailable, IndexNotReady or DiscoveryIndexEmpty.
 */
export async function searchOrganizations(
  deps: SearchDeps,
  params: SearchParams,
): Promise<SearchOutcome> {
  requirePage(params)
  const started = performance.now()
  const outcome = await runnerOf(params)(deps, params)
  if (outcome.found === 0) await requireKnownCity(deps, params.filters)
  const hits = outcome.hits.map(showBandOn(todayInUtc(deps)))
  return { ...outcome, hits, engineMs: performance.now() - started }
}

type Outcome = Omit<SearchOutcome, 'engineMs'>

const runnerOf = ({ mode, query }: SearchParams) => {
  if (mode === 'Identity') return identify
  return query === '' ? list : discover
}

/** Returns a request to the organizations index. */
export const request = (
  { index, indexPrefix }: Pick<SearchDeps, 'index' | 'indexPrefix'>,
  body: Clause,
) => ({
  index: index ?? organizationsAlias(indexPrefix),
  body,
})

async function identify(deps: SearchDeps, params: SearchParams): Promise<Outcome> {
  const readings = readQuery(params.query)
  if (params.closeness) return await identifyBy(deps, params, readings, params.closeness)
  const close = await identifyBy(deps, params, readings, 'Close')
  return close.found > 0 ? close : await identifyBy(deps, params, readings, 'Loose')
}

async function identifyBy(
  deps: SearchDeps,
  params: SearchParams,
  readings: Readings,
  closeness: Closeness,
): Promise<Outcome> {
  const bodies = [buildIdentitySearch(params, readings, closeness)]
  if (!isBestFirst(params)) bodies.push(buildBestSearch(params, readings, closeness))
  const [page, best = page] = await deps.opensearch.msearch<IdentitySource>(
    bodies.map((body) => request(deps, body)),
  )
  if (!page || !best) throw new Error('A multi-search returned fewer results than it has searches.')
  const resolution = readResolution(best.hits.hits, readings, closeness, hasFilters(params))
  // Names that are only remotely similar would mislead.
  const named = resolution.status === 'None' ? NO_HITS : page
  return {
    ...readExactPage(named, params),
    hits: readIdentityHits(named.hits.hits.slice(0, params.limit), readings),
    queryVersion: IDENTITY_VERSION,
    resolution,
    closeness,
  }
}

/**
 * Throws ApiError InvalidParameters if neither the gazetteer nor any registered address has the city.
 */
export async function requireKnownCity(deps: SearchDeps, { city }: SearchFilters): Promise<void> {
  if (city === undefined || findCities(city).length > 0) return
  const body = buildListing({ ...EVERYTHING, filters: { city } })
  const { hits } = await deps.opensearch.search(request(deps, body))
  if (hits.hits.length > 0) return
  const nearest = nearestCities(city).join('; ')
  throw new ApiError('InvalidParameters', {
    message: `City: no organization is registered in a city of this name.${nearest && ` Nearest matches: ${nearest}.`} Check the spelling, or use ZIP or County.`,
  })
}

/** The part of a search that asks for the best hit alone. */
export const BEST_HIT = { page: 1, limit: 1, sort: 'Relevance', facets: false } as const
const EVERYTHING: SearchParams = { query: '', mode: 'Discovery', ...BEST_HIT, filters: {} }

/** Returns whether an organization that passes the filters has exactly this name or alias. */
export async function hasExactName(
  deps: SearchDeps,
  { query, filters }: SearchParams,
): Promise<boolean> {
  const should = equalNameClauses(readQuery(query))
  if (should.length === 0) return false
  const bool = { should, minimum_should_match: 1, filter: clausesWithout(buildFilters(filters)) }
  // One is enough, and nothing of it is shown.
  const body = { query: { bool }, size: 0, terminate_after: 1, track_total_hits: 1 }
  const { hits } = await deps.opensearch.search(request(deps, body))
  return (hits.total?.value ?? 0) > 0
}

async function list(deps: SearchDeps, params: SearchParams): Promise<Outcome> {
  const counts = buildCounts(buildFilters(params.filters), params.facets)
  const [page, count, ...facets] = await deps.opensearch.msearch<DisplaySource>(
    [buildListing(params), ...counts].map((body) => request(deps, body)),
  )
  if (!page || !count)
    throw new Error('A multi-search returned fewer results than it has searches.')
  const aggregations = Object.assign({}, ...[count, ...facets].map((one) => one.aggregations))
  return {
    ...readExactPage({ ...page, aggregations }, params, count.hits.total?.value),
    hits: readListedHits(page.hits.hits),
    queryVersion: LISTING_VERSION,
  }
}

const NO_HITS: Pick<SearchResponse<DisplaySource>, 'hits' | 'aggregations'> = {
  hits: { hits: [], max_score: null, total: { value: 0, relation: 'eq' } },
}

/** Reads everything on a page of exact results except its hits. */
function readExactPage(
  response: Pick<SearchResponse<DisplaySource>, 'hits' | 'aggregations'>,
  params: SearchParams,
  found?: number,
): Omit<Outcome, 'hits' | 'queryVersion'> {
  const page = readPage(FACETS, params, response, found)
  return { ...indexOf(response.hits.hits), ...page, foundRelation: 'exact' }
}

/** Returns the index of the hits, even if the alias has moved since. */
const indexOf = ([hit]: readonly { _index: string }[] = []): Pick<Outcome, 'index'> =>
  hit ? { index: hit._index } : {}

const hasFilters = ({ filters }: SearchParams): boolean =>
  Object.values(filters).some((value) => value !== undefined)

async function discover(deps: SearchDeps, params: SearchParams): Promise<Outcome> {
  const vector = await deps.embed(params.query)
  const ignored = params.facets ? filteredFacets(buildFilters(params.filters)) : []
  const responses = await deps.opensearch.msearch(
    [undefined, ...ignored].map((ignoring) =>
      request(deps, buildWindowSearch(params, vector, ignoring)),
    ),
  )
  const hits = responses.flatMap((response) => response.hits.hits)
  await requireModel(deps, hits)
  const [candidates = [], ...others] = responses.map((one) => readCandidates(one.hits.hits))
  if (candidates.length === 0) await requireVectors(deps)
  const eins = orderCandidates(candidates, params.sort, params.order)
    .slice((params.page - 1) * params.limit, params.page * params.limit)
    .map(({ ein }) => ein)
  return {
    ...indexOf(hits),
    ...toPage(params, candidates.length, () => countFacets(candidates, ignored, others)),
    hits: await readHits(deps, params.query, eins, candidates.length),
    // A full window may leave out organizations that match.
    foundRelation: candidates.length >= WINDOW ? 'at least' : 'exact',
    queryVersion: DISCOVERY_VERSION,
  }
}

async function requireVectors(deps: SearchDeps): Promise<void> {
  const { hits } = await deps.opensearch.search(request(deps, buildVectorCount()))
  if ((hits.total?.value ?? 0) === 0) throw new ApiError('DiscoveryIndexEmpty')
}

async function readHits(deps: SearchDeps, query: string, eins: string[], window: number) {
  if (eins.length === 0) return []
  const { hits } = await deps.opensearch.search<DisplaySource>(
    request(deps, buildPageSearch(query, eins)),
  )
  return readDiscoveryHits(hits.hits, eins, placesOf(query), window)
}

/** Counts a facet with a filter of its own in the window that ignores that filter. */
const countFacets = (
  candidates: Candidate[],
  ignored: FacetKey[],
  others: Candidate[][],
): FacetCounts<FacetKey> =>
  eachFacet(FACETS, (key) => countValues(others[ignored.indexOf(key)] ?? candidates, key))

type Rated = { display: Pick<OrganizationDisplay, 'rating' | 'latestPeriodEnd'> }

/** Leaves out the band of a rating if its return is too old on a day, YYYY-MM-DD, to judge by. */
export const showBandOn =
  (today: string) =>
  <Hit extends Rated>(hit: Hit): Hit => {
    const { rating, latestPeriodEnd } = hit.display
    if (!rating?.band) return hit
    const band = bandOn(rating.band, rating.periodEnd ?? latestPeriodEnd, today)
    return { ...hit, display: { ...hit.display, rating: { ...rating, band } } }
  }
