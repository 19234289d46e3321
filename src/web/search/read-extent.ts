import { organizationsAlias } from '#mappings/organizations.ts'
import { releaseTime } from '#src/domain/release.ts'
import { ApiError } from '#src/platform/errors.ts'
import { readIndexMeta } from '#src/search/index-state.ts'
import { type SearchDeps, searchOrganizations } from '#src/search/search.ts'
import { readSectorStats } from '#src/sector/read-sector.ts'
import type { Extent } from '../components/search/front.tsx'
import { linkFacets } from './facet-links.ts'

/**
 * When an index was released, as ISO time: the one that gave an answer, else the one that would
 * now. Undefined where there is none. Throws ApiError SearchUnavailable.
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

/**
 * How many organizations and filings there are, and the causes and states to begin with. The
 * engine keeps this count until the next index. Throws ApiError SearchUnavailable.
 */
export async function readExtent(deps: SearchDeps): Promise<Extent> {
  const [all, sector] = await Promise.all([
    orUndefined(searchOrganizations(deps, EVERYONE)),
    orUndefined(readSectorStats(deps)),
  ])
  return {
    ...(all && { organizations: all.found }),
    ...(sector && { filings: sector.stats.filings }),
    groups: all?.facets ? linkFacets(all.facets, {}) : [],
  }
}

/** Counts alone, no hits. */
const EVERYONE = {
  query: '',
  mode: 'Discovery',
  page: 1,
  limit: 0,
  sort: 'Relevance',
  facets: true,
  filters: {},
} as const

/** Before anything is indexed the first page says so rather than fail. */
async function orUndefined<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof ApiError && error.code === 'IndexNotReady') return undefined
    throw error
  }
}
