import { companionAlias } from '#mappings/companions.ts'
import type { GrantDocument } from '#mappings/grants.ts'
import { parseTypedEin } from '../../domain/ein.ts'
import { toPurposeKey } from '../../domain/grant-purpose.ts'
import { ApiError } from '../../platform/errors.ts'
import { readIndexMeta } from '../index-state.ts'
import type { FacetBucket } from '../params.ts'
import { DEEPEST_HIT, type SearchDeps } from '../search.ts'
import {
  GRANT_FACETS,
  type GrantFacet,
  type GrantOutcome,
  type GrantSearch,
  type NearPurpose,
} from './params.ts'
import { buildGrantSearches, buildPurposeSearch, GRANTS_QUERY_VERSION } from './queries.ts'
import { readGrantFacet, readGrantHits, readNearPurposes, readSums } from './results.ts'

/**
 * Searches rows of current returns that report money given, by the words and the meaning of their
 * purpose. Throws ApiError PageTooDeep, SearchUnavailable, or IndexNotReady.
 */
export async function searchGrants(deps: SearchDeps, search: GrantSearch): Promise<GrantOutcome> {
  if (search.page * search.limit > DEEPEST_HIT) throw new ApiError('PageTooDeep')
  const index = companionAlias(deps.indexPrefix, 'grants')
  const near = await readNear(deps, index, search.query)
  const { page, own, others } = buildGrantSearches(search, near)
  const [first, ...counts] = await deps.opensearch.msearch<GrantDocument>(
    [page, ...others.map(({ body }) => body)].map((body) => ({ index, body })),
  )
  if (!first) throw new Error('A multi-search returned fewer results than it has searches.')
  const found = first.hits.total?.value ?? 0
  const facets = (): Record<GrantFacet, FacetBucket[]> =>
    Object.fromEntries(
      GRANT_FACETS.map((facet) => {
        const at = others.findIndex((other) => other.facet === facet)
        return [facet, readGrantFacet(facet, own.includes(facet) ? first : (counts[at] ?? first))]
      }),
    ) as Record<GrantFacet, FacetBucket[]>
  return {
    hits: readGrantHits(first.hits.hits, search.query, near),
    found,
    sums: readSums(first),
    ...(search.facets && { facets: facets() }),
    hasNextPage:
      search.page * search.limit < found && (search.page + 1) * search.limit <= DEEPEST_HIT,
    queryVersion: GRANTS_QUERY_VERSION,
  }
}

/**
 * Returns the purposes near in meaning to a query; none for an EIN, for words that fit any grant, and
 * for an index whose vectors come from another model.
 */
async function readNear(deps: SearchDeps, index: string, query: string): Promise<NearPurpose[]> {
  const text = toPurposeKey(query)
  if (text === undefined || parseTypedEin(query)) return []
  const body = buildPurposeSearch(await deps.embed(text))
  const { hits } = await deps.opensearch.search<{ purpose: string }>({ index, body })
  const [first] = hits.hits
  if (!first) return []
  const { embeddingModel } = await readIndexMeta(deps.opensearch, first._index)
  return embeddingModel === deps.embeddingModel ? readNearPurposes(hits.hits) : []
}
