import { withQuery } from '../links.ts'

/** The parameters of the search page, named as on surface A, in the order of its address. */
export const SEARCH_NAMES = [
  'Query',
  'Mode',
  'State',
  'Cause',
  'CauseLabel',
  'PrimaryForm',
  'EntityType',
  'EvidenceTier',
  'MinRevenue',
  'MaxRevenue',
  'Sort',
  'Limit',
  'Cursor',
] as const
export type SearchName = (typeof SEARCH_NAMES)[number]

/** What a search page's address sets, as texts; what is left out is as it is unasked. */
export type SearchAddress = Partial<Record<SearchName, string>>

/** The address with some parameters changed or, where undefined, taken away. */
export function searchPath(
  address: SearchAddress,
  changes: Partial<Record<SearchName, string | undefined>> = {},
): string {
  // Whatever changes, the page it was on is another.
  const changed: Partial<Record<SearchName, string | undefined>> = {
    ...address,
    Cursor: undefined,
    ...changes,
  }
  return withQuery('/', Object.fromEntries(SEARCH_NAMES.map((name) => [name, changed[name]])))
}
