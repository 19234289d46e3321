import {
  type SectorDocument,
  type SectorKind,
  type SectorYearBody,
  type StatsBody,
  sectorAlias,
  type TopListsBody,
} from '#mappings/sector.ts'
import { ApiError } from '../errors.ts'
import type { SectorDeps } from './deps.ts'

/** What is summed over the sector, and its tax years, oldest first. */
export type SectorStats = { stats: StatsBody; years: SectorYearBody[] }

/**
 * The sums of the release that answers now; one search, nothing is computed.
 * Throws ApiError IndexNotReady when none were computed with the live index, SearchUnavailable.
 */
export async function readSectorStats(deps: SectorDeps): Promise<SectorStats> {
  const documents = await readDocuments(deps, ['stats', 'sector-year'])
  const stats = documents.find((document) => document.kind === 'stats')
  if (!stats) throw notComputed()
  const years = documents.flatMap((one) => (one.kind === 'sector-year' ? [one.body] : []))
  return { stats: stats.body, years: years.sort((a, b) => a.taxYear - b.taxYear) }
}

/** The top lists of the release that answers now; throws as `readSectorStats` does. */
export async function readSectorTopLists(deps: SectorDeps): Promise<TopListsBody> {
  const documents = await readDocuments(deps, ['top-lists'])
  const topLists = documents.find((document) => document.kind === 'top-lists')
  if (!topLists) throw notComputed()
  return topLists.body
}

/** The message for a sector of which nothing is filed. */
export const NOTHING_FILED =
  'No filings are loaded yet, so there is nothing to sum; load filings, then run the reindex.'

// Filings name some forty tax years; a thousand leaves room for years filed by mistake.
const MOST = 1_000

async function readDocuments(
  { opensearch, indexPrefix }: SectorDeps,
  kinds: SectorKind[],
): Promise<SectorDocument[]> {
  const index = sectorAlias(indexPrefix)
  const body = { size: MOST, query: { terms: { kind: kinds } } }
  try {
    const { hits } = await opensearch.search<SectorDocument>({ index, body })
    return hits.hits.flatMap(({ _source }) => (_source ? [_source] : []))
  } catch (error) {
    // An index built before there were sums, or by an older version, is searched without them.
    if (error instanceof ApiError && error.code === 'IndexNotReady') throw notComputed(error)
    throw error
  }
}

const notComputed = (cause?: unknown) =>
  new ApiError('IndexNotReady', {
    message: 'No totals of the sector have been computed for this index; run the reindex first.',
    retryAfterSeconds: 60,
    cause,
  })
