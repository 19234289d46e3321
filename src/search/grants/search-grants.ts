import { companionAlias } from '#mappings/companions.ts'
import type { GrantDocument } from '#mappings/grants.ts'
import { parseTypedEin } from '../../domain/ein.ts'
import { toPurposeKey } from '../../domain/grant-purpose.ts'
import { ApiError } from '../../platform/errors.ts'
import { readIndexMeta } from '../index-state.ts'
import { DEEPEST_HIT, hasNextPage, type SearchDeps } from '../search.ts'
import type { GrantOutcome, GrantSearch, NearPurpose } from './params.ts'
import { buildGrantSearch, buildPurposeSearch, GRANTS_QUERY_VERSION } from './queries.ts'
import { readGrantFacets, readGrantHits, readNearPurposes, readSums } from './results.ts'

/**
 * Searches rows of current returns that report money given, by the words and the meaning of their
 * purpose. Throws ApiError PageTooDeep, SearchUnavailable, or IndexNotReady.
 */
export async function searchGrants(deps: SearchDeps, search: GrantSearch): Promise<GrantOutcome> {
  if (search.page * search.limit > DEEPEST_HIT) throw new ApiError('PageTooDeep')
  const index = companionAlias(deps.indexPrefix, 'grants')
  const near = await readNear(deps, index, search.query)
  const response = await deps.opensearch.search<GrantDocument>({
    index,
    body: buildGrantSearch(search, near),
  })
  const found = response.hits.total?.value ?? 0
  return {
    hits: readGrantHits(response.hits.hits, search.query, near),
    found,
    sums: readSums(response),
    ...(search.facets && { facets: readGrantFacets(response) }),
    hasNextPage: hasNextPage(search, found),
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
