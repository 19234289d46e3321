import type { ProfileDeps } from '#src/organizations/deps.ts'
import { readDiligence, todayInUtc } from '#src/organizations/diligence/diligence.ts'
import { ApiError } from '#src/platform/errors.ts'
import type { Readiness } from '#src/rating/diligence.ts'
import { type Answer, askOrganizations } from '#src/search/ask.ts'
import type { SearchParams } from '#src/search/params.ts'
import { findOtherSearches } from '#src/search/recovery/recover-search.ts'
import type { Proposal } from '#src/search/recovery/recovery.ts'
import { type SearchDeps, searchOrganizations } from '#src/search/search.ts'
import type { SearchAddress } from './address.ts'
import type { GivenSearch } from './read-search.ts'

/** What a search found, how its words were read, and what else to try. */
export type FoundSearch = Answer & {
  /** Whether the words themselves said what they are, rather than the mode. */
  isRead: boolean
  /** Other searches, each run, where this one found nobody. */
  others: Proposal[]
  /**
   * Of those on the page whether they can be relied on without a further look, by EIN; undefined
   * where that could not be looked up.
   */
  readiness: ReadonlyMap<string, Readiness> | undefined
}

/**
 * Runs a page's search: in its mode where one is given, else as its words read, and without words
 * a listing of all that pass the filters. Throws ApiError PageTooDeep, SearchUnavailable,
 * IndexNotReady, DiscoveryIndexEmpty.
 */
export async function runSearch(
  deps: SearchDeps & ProfileDeps,
  given: GivenSearch,
  address: SearchAddress,
): Promise<FoundSearch> {
  const isRead = given.query !== undefined && given.mode === undefined
  const answer = isRead ? await askInWords(deps, given) : await searchAsGiven(deps, given)
  const [others, readiness] = await Promise.all([
    findOthers(deps, given, address, answer),
    readReadiness(deps, answer),
  ])
  return { ...answer, isRead, others, readiness }
}

/** One statement for the page. What was found is shown without, which the page then says. */
async function readReadiness(
  deps: ProfileDeps,
  { outcome }: Answer,
): Promise<FoundSearch['readiness']> {
  const eins = outcome.hits.map(({ ein }) => ein)
  if (eins.length === 0) return new Map()
  try {
    const entries = await readDiligence(deps, eins, todayInUtc())
    return new Map(entries.flatMap(({ ein, found }) => (found ? [[ein, found.readiness]] : [])))
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

const askInWords = (deps: SearchDeps, { query = '', ...given }: GivenSearch): Promise<Answer> =>
  askOrganizations(deps, { ...given, q: query, facets: true })

async function searchAsGiven(deps: SearchDeps, given: GivenSearch): Promise<Answer> {
  const params = toParams(given)
  const { query: text, mode, filters: applied, sort } = params
  const outcome = await searchOrganizations(deps, params)
  return { outcome, interpretation: { text, phrases: [], mode, applied, sort } }
}

/** A search without words is a listing, whatever its mode. */
function toParams({ query = '', mode, sort = 'Relevance', ...given }: GivenSearch): SearchParams {
  const isListing = query === ''
  return {
    ...given,
    query,
    mode: isListing ? 'Discovery' : (mode ?? 'Identity'),
    sort,
    facets: true,
  }
}

// The other searches know none of these; without them they would find whom the filters leave out.
const UNKNOWN_TO_OTHERS = ['PrimaryForm', 'EntityType', 'EvidenceTier'] as const

/** Nobody is called so or does so, and there were words to say otherwise. */
async function findOthers(
  deps: SearchDeps,
  { query, filters }: GivenSearch,
  address: SearchAddress,
  { outcome }: Answer,
): Promise<Proposal[]> {
  const isNone = outcome.found === 0 || outcome.resolution?.status === 'None'
  if (query === undefined || !isNone) return []
  const isBeyond = address.Cause !== undefined && address.CauseLabel !== undefined
  if (isBeyond || UNKNOWN_TO_OTHERS.some((name) => address[name] !== undefined)) return []
  const { state, minRevenue, maxRevenue } = filters
  const cause = address.Cause ?? address.CauseLabel
  const search = { query, filters: { state, cause, minRevenue, maxRevenue } }
  try {
    return await findOtherSearches(deps, search)
  } catch (error) {
    // The search itself was answered; that nothing else can be proposed is no reason to lose it.
    if (error instanceof ApiError) return []
    throw error
  }
}
