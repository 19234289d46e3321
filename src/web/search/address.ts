import type { EvidenceTier } from '#mappings/organization-document.ts'
import type { FacetKey, Sort } from '#src/search/params.ts'
import { withQuery } from '../links.ts'

/** The parameters of the search page, named as on surface A, in the order of its address. */
export const SEARCH_NAMES = [
  ...(['Query', 'Mode', 'State', 'Cause', 'CauseLabel', 'PrimaryForm', 'EntityType'] as const),
  ...(['EvidenceTier', 'MinRevenue', 'MaxRevenue', 'Sort', 'Limit', 'Cursor'] as const),
] as const
export type SearchName = (typeof SEARCH_NAMES)[number]

/** The parameters an address sets, as texts. */
export type SearchAddress = Partial<Record<SearchName, string>>

/** Returns the address with some parameters changed or, if undefined, removed. */
export function searchPath(
  address: SearchAddress,
  changes: Partial<Record<SearchName, string | undefined>> = {},
): string {
  // Any change makes the page number invalid.
  const changed: Partial<Record<SearchName, string | undefined>> = {
    ...address,
    Cursor: undefined,
    ...changes,
  }
  return withQuery('/', Object.fromEntries(SEARCH_NAMES.map((name) => [name, changed[name]])))
}

/** The best text of an organization. */
export const TIER_WORDS: Record<EvidenceTier, string> = {
  OfficialWebsite: 'Described by its website',
  FiledProgram: 'Described by its filed programs',
  FiledMission: 'Described by its filed mission',
  ClassificationOnly: 'Known by its classification only',
}

export const SORT_WORDS: Record<Sort, string> = {
  Relevance: 'Best match',
  Revenue: 'Revenue',
  Assets: 'Assets',
  Rating: 'Rating',
  ProgramRatio: 'Program share',
  Recent: 'Latest filing',
}

export const FACET_WORDS: Record<FacetKey, string> = {
  State: 'State',
  Cause: 'Cause',
  Form: 'Form',
  EntityType: 'Kind of organization',
  RevenueBand: 'Revenue',
}
