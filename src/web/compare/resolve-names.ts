import type { Resolution } from '#src/search/params.ts'
import { type SearchDeps, searchOrganizations } from '#src/search/search.ts'

/** A name nobody alone is called, and who may be meant. */
export type OpenName = { name: string; candidates: Resolution['candidates'] }

export type ResolvedNames = {
  /** Of names that mean one organization, in the order of the names. */
  eins: string[]
  open: OpenName[]
}

// As many as a resolution names.
const CANDIDATES = 3

/**
 * Who is meant by each name: those that mean one organization exactly, and who else may be.
 * Throws as `searchOrganizations` does.
 */
export async function resolveNames(
  deps: SearchDeps,
  names: readonly string[],
): Promise<ResolvedNames> {
  const found = await Promise.all(
    names.map(async (query) => {
      const { resolution } = await searchOrganizations(deps, {
        query,
        mode: 'Identity',
        page: 1,
        limit: CANDIDATES,
        sort: 'Relevance',
        facets: false,
        filters: {},
      })
      return { name: query, candidates: [], ...resolution }
    }),
  )
  return {
    eins: found.flatMap(({ status, ein }) => (status === 'Exact' && ein ? [ein] : [])),
    open: found
      .filter(({ status }) => status !== 'Exact')
      .map(({ name, candidates }) => ({ name, candidates })),
  }
}
