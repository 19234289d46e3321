import { indexAlias } from '#mappings/companions.ts'
import type {
  ListedOrganization,
  SectorDocument,
  SectorKind,
  SectorYearBody,
  StatsBody,
  TopListsBody,
} from '#mappings/sector.ts'
import { type Clock, todayInUtc } from '../domain/days.ts'
import { US_STATES } from '../domain/places.ts'
import type { OpenSearch } from '../platform/clients/opensearch.ts'
import { ApiError } from '../platform/errors.ts'
import { bandOn } from '../rating/rating.ts'
import { describeList } from './top-lists.ts'

export type SectorDeps = Clock & { opensearch: OpenSearch; indexPrefix: string }

/** Totals of the sector, and its tax years, oldest first. */
export type SectorStats = { stats: StatsBody; years: SectorYearBody[] }

/**
 * Reads the sums of the live release in one search. Throws ApiError IndexNotReady if the live index
 * has none, SearchUnavailable.
 */
export async function readSectorStats(deps: SectorDeps): Promise<SectorStats> {
  const documents = await readDocuments(deps, ['stats', 'sector-year'])
  const stats = documents.find((document) => document.kind === 'stats')
  if (!stats) throw notComputed()
  const years = documents.flatMap((one) => (one.kind === 'sector-year' ? [one.body] : []))
  return { stats: stats.body, years: years.sort((a, b) => a.taxYear - b.taxYear) }
}

/** Reads the top lists of the live release; throws as `readSectorStats` does. */
export async function readSectorTopLists(deps: SectorDeps): Promise<TopListsBody> {
  const documents = await readDocuments(deps, ['top-lists'])
  const topLists = documents.find((document) => document.kind === 'top-lists')
  if (!topLists) throw notComputed()
  const today = todayInUtc(deps)
  const lists = topLists.body.lists.map((list) => ({
    ...list,
    byProminence: list.byProminence.map((one) => showBand(one, today)),
  }))
  return { ...topLists.body, lists }
}

/** What the front page shows of the loaded data. */
export type Front = {
  /** The most prominent organization of all top lists. */
  featured?: ListedOrganization
  /** Searches that find something. */
  examples: string[]
}

const MAX_EXAMPLES = 3
/** Longer labels are lists of causes, which nobody types. */
const MAX_LABEL_LENGTH = 28

/** Chooses what the front page shows from the top lists; throws as `readSectorStats` does. */
export async function readFront(deps: SectorDeps): Promise<Front> {
  const { lists } = await readSectorTopLists(deps)
  const [featured] = lists
    .flatMap(({ byProminence }) => byProminence)
    .sort((a, b) => b.prominence - a.prominence || (a.ein < b.ein ? -1 : 1))
  const largest = lists
    .toSorted((a, b) => b.eligible - a.eligible)
    .flatMap(({ key, byRevenue: [first] }) => {
      const [{ title }, state] = [describeList(key), US_STATES[first?.state ?? '']]
      const isShort = title.length <= MAX_LABEL_LENGTH
      return state && isShort ? [`${title.toLowerCase().replace(' & ', ' and ')} in ${state}`] : []
    })
  const state = US_STATES[featured?.state ?? '']
  return {
    ...(featured && { featured }),
    examples: [
      ...largest.slice(0, MAX_EXAMPLES),
      ...(state ? [`largest nonprofits in ${state}`] : []),
    ],
  }
}

/** Leaves out a band if the rated return is too old to judge by. */
const showBand = (one: ListedOrganization, today: string): ListedOrganization => ({
  ...one,
  band: one.band && bandOn(one.band, one.periodEnd, today),
})

/** The message for a store without filings. */
export const NOTHING_FILED =
  'No filings are loaded yet, so there are no totals. Load filings, then run npm run refresh.'

// Filings contain about forty tax years; the rest is room for mistyped years.
const MAX_DOCUMENTS = 1_000

async function readDocuments(
  { opensearch, indexPrefix }: SectorDeps,
  kinds: SectorKind[],
): Promise<SectorDocument[]> {
  const index = indexAlias(indexPrefix, 'sector')
  const body = { size: MAX_DOCUMENTS, query: { terms: { kind: kinds } } }
  try {
    const { hits } = await opensearch.search<SectorDocument>({ index, body })
    return hits.hits.flatMap(({ _source }) => (_source ? [_source] : []))
  } catch (error) {
    // The index may have been built before sums existed, or by an older version.
    if (error instanceof ApiError && error.code === 'IndexNotReady') throw notComputed(error)
    throw error
  }
}

const notComputed = (cause?: unknown) =>
  new ApiError('IndexNotReady', {
    message: 'This index has no sector totals yet. Run npm run refresh.',
    retryAfterSeconds: 60,
    cause,
  })
