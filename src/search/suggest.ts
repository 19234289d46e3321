import { organizationsAlias } from '#mappings/organizations.ts'
import type { Clause } from './queries/filters.ts'
import { buildNearSuggestions, buildSuggestions } from './queries/suggestions.ts'
import { readSuggestions, type SuggestedSource, type Suggestion } from './results/suggestions.ts'
import type { SearchDeps } from './search.ts'

type Deps = Pick<SearchDeps, 'opensearch' | 'indexPrefix'>

/**
 * Returns up to eight organizations for a partly typed name, acronym, or EIN, most prominent
 * first; if none begins as typed, those that almost do. Throws ApiError SearchUnavailable,
 * IndexNotReady.
 */
export async function suggestOrganizations(deps: Deps, typed: string): Promise<Suggestion[]> {
  const found = await readFound(deps, buildSuggestions(typed), typed)
  return found.length > 0 ? found : readFound(deps, buildNearSuggestions(typed), typed)
}

async function readFound(
  { opensearch, indexPrefix }: Deps,
  body: Clause,
  typed: string,
): Promise<Suggestion[]> {
  const { hits } = await opensearch.search<SuggestedSource>({
    index: organizationsAlias(indexPrefix),
    body,
  })
  return readSuggestions(hits.hits, typed)
}
