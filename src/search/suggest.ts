import { organizationsAlias } from '#mappings/organizations.ts'
import { buildSuggestions } from './queries/suggestions.ts'
import { readSuggestions, type SuggestedSource, type Suggestion } from './results/suggestions.ts'
import type { SearchDeps } from './search.ts'

/**
 * Up to eight organizations that somebody may mean who has typed so much of a name, acronym or
 * EIN, the more prominent first. Throws ApiError SearchUnavailable, IndexNotReady.
 */
export async function suggestOrganizations(
  { opensearch, indexPrefix }: Pick<SearchDeps, 'opensearch' | 'indexPrefix'>,
  typed: string,
): Promise<Suggestion[]> {
  const { hits } = await opensearch.search<SuggestedSource>({
    index: organizationsAlias(indexPrefix),
    body: buildSuggestions(typed),
  })
  return readSuggestions(hits.hits, typed)
}
