import escapeRegExp from 'escape-string-regexp'
import { FILTER_ROWS, type FilterName } from '#src/search/filters.ts'
import { withQuery } from '../links.ts'

/** What kind of organization comes before figures in an address. */
const KINDS: readonly FilterName[] = ['CauseLabel', 'PrimaryForm', 'EntityType', 'EvidenceTier']

/** Every filter, in the order of the address. */
export const FILTER_NAMES: readonly FilterName[] = FILTER_ROWS.flatMap(([name]) => {
  if (KINDS.includes(name)) return []
  return name === 'MinRevenue' ? [...KINDS, name] : [name]
})

/** The parameters of the search page, named as on surface A, in the order of its address. */
export const SEARCH_NAMES = [
  ...(['Query', 'Mode'] as const),
  ...FILTER_NAMES,
  ...(['Sort', 'Order', 'View', 'Limit', 'Cursor'] as const),
]
export type SearchName = (typeof SEARCH_NAMES)[number]

/** The parameters that an address sets, as texts. */
export type SearchAddress = Partial<Record<SearchName, string | undefined>>

/** Returns the address with some parameters changed or, if undefined, removed. */
export function searchPath(
  address: SearchAddress,
  changes: Partial<Record<SearchName, string | undefined>> = {},
  path = '/',
): string {
  // Any change makes the page number invalid.
  const changed: Partial<Record<SearchName, string | undefined>> = {
    ...{ ...address, Cursor: undefined },
    ...changes,
  }
  return withQuery(path, Object.fromEntries(SEARCH_NAMES.map((name) => [name, changed[name]])))
}

/** Returns the path of all hits of a search as a CSV file. */
export const searchCsvPath = (address: SearchAddress): string =>
  searchPath(address, { Limit: undefined, View: undefined }, '/search.csv')

/** Returns the query without a phrase of whole words; undefined if it does not contain them. */
export function withoutPhrase(query: string, phrase: string): string | undefined {
  if (phrase === '') return undefined
  const words = new RegExp(`(?<![\\p{L}\\p{N}])${escapeRegExp(phrase)}(?![\\p{L}\\p{N}])`, 'u')
  const at = query.search(words)
  if (at === -1) return undefined
  return `${query.slice(0, at)} ${query.slice(at + phrase.length)}`.replaceAll(/\s+/g, ' ').trim()
}
