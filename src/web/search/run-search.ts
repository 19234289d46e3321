import { organizationsAlias } from '#mappings/organizations.ts'
import { todayInUtc } from '#src/domain/days.ts'
import { releaseTime } from '#src/domain/release.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { readDiligence } from '#src/organizations/diligence/diligence.ts'
import { ApiError } from '#src/platform/errors.ts'
import type { Readiness } from '#src/rating/diligence.ts'
import { type Answer, askOrganizations } from '#src/search/ask.ts'
import { FACETS } from '#src/search/facets.ts'
import type { FilterName } from '#src/search/filters.ts'
import { readIndexMeta } from '#src/search/index-state.ts'
import type { SearchMode, SearchOutcome, SearchParams } from '#src/search/params.ts'
import { findOtherSearches } from '#src/search/recovery/recover-search.ts'
import { type SearchDeps, searchOrganizations } from '#src/search/search.ts'
import { type Front, readFront, readSectorStats } from '#src/sector/read-sector.ts'
import { FILTER_NAMES, type SearchAddress, searchPath, withoutPhrase } from './address.ts'
import { chipsOf, type FacetGroup, linkFacets } from './filters.ts'
import { type GivenSearch, readSearch } from './read-search.ts'

/** The result of a search, how its words were interpreted, and other searches to try. */
export type FoundSearch = Answer & {
  /** Whether the words decided the mode. */
  isRead: boolean
  /** Other searches with results, if this one found nothing. */
  others: OtherSearch[]
  /** Results of the diligence checks of the hits by EIN; undefined if they could not be read. */
  readiness: ReadonlyMap<string, Readiness> | undefined
}

/**
 * Runs a search in the given mode, otherwise as its words suggest. Without words, lists all that pass
 * the filters. Throws ApiError PageTooDeep, SearchUnavailable, IndexNotReady, DiscoveryIndexEmpty.
 */
export async function runSearch(
  deps: SearchDeps & ProfileDeps,
  given: GivenSearch,
  address: SearchAddress,
): Promise<FoundSearch> {
  const isRead = readsWords(given)
  const answer = await search(deps, given, address, true)
  const [others, readiness] = await Promise.all([
    findOthers(deps, given, address, answer),
    readReadiness(deps, answer),
  ])
  return { ...answer, isRead, others, readiness }
}

const readsWords = ({ query, mode }: GivenSearch): boolean =>
  query !== undefined && mode === undefined

const search = (
  deps: SearchDeps,
  given: GivenSearch,
  { Limit: limit }: SearchAddress,
  facets: boolean,
): Promise<Answer> =>
  readsWords(given)
    ? askOrganizations(deps, {
        ...given,
        q: given.query ?? '',
        limit: limit === undefined ? undefined : given.limit,
        facets,
      })
    : searchAsGiven(deps, given, facets)

/** Returns how the words of a search are read. Throws as `runSearch` does. */
export async function interpretSearch(
  deps: SearchDeps,
  given: GivenSearch,
  address: SearchAddress,
): Promise<Answer['interpretation']> {
  return (await search(deps, { ...given, page: 1, limit: 1 }, address, false)).interpretation
}

/** Reads all results in one statement. If that fails, the page shows the hits and says so. */
async function readReadiness(
  deps: ProfileDeps,
  { outcome }: Answer,
): Promise<FoundSearch['readiness']> {
  const eins = outcome.hits.map(({ ein }) => ein)
  if (eins.length === 0) return new Map()
  try {
    const entries = await readDiligence(deps, eins, todayInUtc(deps))
    return new Map(entries.flatMap(({ ein, found }) => (found ? [[ein, found.readiness]] : [])))
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** Searches in the given mode. A search without words is a listing in any mode. */
async function searchAsGiven(
  deps: SearchDeps,
  given: GivenSearch,
  facets: boolean,
): Promise<Answer> {
  const { query = '', mode = 'Identity', sort = 'Relevance' } = given
  const params: SearchParams = {
    ...given,
    query,
    mode: query === '' ? 'Discovery' : mode,
    sort,
    facets,
  }
  const outcome = await searchOrganizations(deps, params)
  const { filters: applied, limit, order } = given
  return {
    outcome,
    interpretation: {
      ...{ text: query, phrases: [], notUnderstood: [] },
      ...{ mode: params.mode, applied, sort, limit },
      ...(order && { order }),
    },
  }
}

// The respelled searches ignore all other filters, so they would find what those exclude.
const KNOWN_TO_RESPELLED: ReadonlySet<FilterName> = new Set([
  ...(['State', 'Cause', 'CauseLabel', 'MinRevenue', 'MaxRevenue'] as const),
])

/** A search with results, for one that has none. */
export type OtherSearch = {
  address: SearchAddress
  words: string
  mode?: SearchMode
  found: number
  /** Whether it may find more. */
  isLeast: boolean
  /** The name of the first organization. */
  first: string
  why?: string
}

/** Searches that are proposed. */
const PROPOSED = 3

/**
 * Returns searches that have results, for one that has none: names in another spelling, the search without
 * one filter or phrase, and at last all organizations.
 */
async function findOthers(
  deps: SearchDeps,
  given: GivenSearch,
  address: SearchAddress,
  answer: Answer,
): Promise<OtherSearch[]> {
  const { outcome, interpretation } = answer
  if (outcome.found > 0 && outcome.resolution?.status !== 'None') return []
  try {
    const [respelled, ...counted] = await Promise.all([
      findRespelled(deps, given, address),
      ...proposeWider(given, address, answer).map((other) => countOther(deps, other)),
    ])
    const wider = counted.flat()
    const isName = interpretation.mode === 'Identity'
    const found = isName || wider.length === 0 ? [...respelled, ...wider] : wider
    const all = { address: { Sort: 'Revenue' }, words: 'All organizations, the largest first' }
    return found.length > 0 ? found.slice(0, PROPOSED) : await countOther(deps, all)
  } catch (error) {
    // The search itself succeeded, so the page shows it without proposals.
    if (error instanceof ApiError) return []
    throw error
  }
}

async function findRespelled(
  deps: SearchDeps,
  { query, filters }: GivenSearch,
  address: SearchAddress,
): Promise<OtherSearch[]> {
  const isBeyond = address.Cause !== undefined && address.CauseLabel !== undefined
  const isUnknown = FILTER_NAMES.some((name) => !KNOWN_TO_RESPELLED.has(name) && address[name])
  if (query === undefined || isBeyond || isUnknown) return []
  const { state, minRevenue, maxRevenue } = filters
  const cause = address.Cause ?? address.CauseLabel
  const search = { query, filters: { state, cause, minRevenue, maxRevenue } }
  const found = await findOtherSearches(deps, search)
  return found.map(({ query: Query, mode, filters: own, first, foundRelation, ...other }) => {
    const bounds = { MinRevenue: own.minRevenue, MaxRevenue: own.maxRevenue }
    const given = Object.entries({ State: own.state, Cause: own.cause, ...bounds })
    const texts = given.flatMap(([name, value]) =>
      value === undefined ? [] : [[name, `${value}`]],
    )
    return {
      ...{ ...other, mode, words: Query, first: first.name, isLeast: foundRelation !== 'exact' },
      address: { Query, Mode: mode, ...Object.fromEntries(texts) },
    }
  })
}

type Wider = Pick<OtherSearch, 'address' | 'words'>

/** Returns searches that ask for less, the smallest change first. */
function proposeWider(
  { query, filters }: GivenSearch,
  address: SearchAddress,
  { interpretation: { mode, text, ein, phrases } }: Answer,
): Wider[] {
  const chips = chipsOf(address, filters)
  const bare = (words: string): Wider[] => {
    const Query = withoutPhrase(query ?? '', words)
    return Query ? [{ address: { ...address, Query }, words: `Without “${words}”` }] : []
  }
  const other = mode === 'Identity' ? 'Discovery' : 'Identity'
  const modes = { Identity: 'Search by name', Discovery: 'Search by what organizations do' }
  return [
    ...chips.map(({ without, label }) => ({ address: without, words: `Without “${label}”` })),
    ...phrases.flatMap(({ phrase }) => bare(phrase)),
    ...bare(text),
    ...(query === undefined || ein !== undefined
      ? []
      : [{ address: { ...address, Mode: other }, words: modes[other] }]),
    ...(query !== undefined && chips.length > 0
      ? [
          { address: { ...address, Query: undefined }, words: 'All with these filters' },
          ...(chips.length > 1 ? [{ address: { Query: query }, words: 'Without any filter' }] : []),
        ]
      : []),
  ]
}

/** Returns a search with what it finds; nothing if it finds nothing. */
async function countOther(deps: SearchDeps, other: Wider): Promise<OtherSearch[]> {
  const { given, address } = readSearch({ ...other.address, Cursor: undefined, Limit: '1' })
  if (!given) return []
  const { hits, found, foundRelation, resolution } = (await search(deps, given, address, false))
    .outcome
  const [first] = hits
  if (!first || resolution?.status === 'None') return []
  return [{ ...other, found, isLeast: foundRelation !== 'exact', first: first.display.name }]
}

/**
 * Returns the release time of an index as ISO time; without `index` that of the live one. Throws
 * ApiError SearchUnavailable.
 */
export async function readReleasedAt(
  { opensearch, indexPrefix }: SearchDeps,
  index?: string,
): Promise<string | undefined> {
  const meta = await orUndefined(
    index === undefined
      ? opensearch.readMeta(organizationsAlias(indexPrefix)).then((live) => live.meta)
      : readIndexMeta(opensearch, index),
  )
  return typeof meta?.release === 'string' ? releaseTime(meta.release) : undefined
}

/** The number of organizations and filings, if known, and facets to browse. */
export type Extent = {
  organizations?: number
  filings?: number
  groups: FacetGroup[]
  /** An example and searches chosen from the loaded data; absent before there is any. */
  front?: Front
}

/** Counts what is searchable. The engine caches the counts. Throws ApiError SearchUnavailable. */
export async function readExtent(deps: SearchDeps): Promise<Extent> {
  const [all, sector, front] = await Promise.all([
    orUndefined(countEveryone(deps)),
    orUndefined(readSectorStats(deps)),
    orUndefined(readFront(deps)),
  ])
  return {
    ...(all && { organizations: all.found }),
    ...(sector && { filings: sector.stats.filings }),
    groups: all?.facets ? linkFacets(FACETS, all.facets, {}, (changes) => searchPath(changes)) : [],
    ...(front && { front }),
  }
}

/** Counts all organizations and their facets, without hits. */
export const countEveryone = (deps: SearchDeps): Promise<SearchOutcome> =>
  searchOrganizations(deps, {
    query: '',
    mode: 'Discovery',
    page: 1,
    limit: 0,
    sort: 'Relevance',
    facets: true,
    filters: {},
  })

/** Before anything is indexed, pages say what is not computed yet instead of failing. */
export async function orUndefined<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof ApiError && error.code === 'IndexNotReady') return undefined
    throw error
  }
}
