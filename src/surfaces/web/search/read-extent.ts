import { releaseTime } from '../../../domain/release.ts'
import { ApiError } from '../../../errors.ts'
import { readIndexState } from '../../../search/index-state.ts'
import { type SearchDeps, searchOrganizations } from '../../../search/search.ts'
import { readSectorStats } from '../../../sector/read-sector.ts'
import type { Extent } from '../parts/search/front.tsx'
import { linkFacets } from './facet-links.ts'

/**
 * When the index that answers was released, as ISO time; undefined where there is none.
 * Throws ApiError SearchUnavailable.
 */
export async function readReleasedAt(deps: SearchDeps): Promise<string | undefined> {
  const state = await orUndefined(readIndexState(deps.opensearch, deps.indexPrefix))
  return state && releaseTime(state.release)
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
