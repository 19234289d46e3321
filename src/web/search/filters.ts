import type { Facet, FacetCounts, FacetTable, Setting } from '#src/search/facets.ts'
import {
  FILTERS,
  type FilterName,
  type OrganizationFilter,
  type SearchFilters,
} from '#src/search/filters.ts'
import { FILTER_NAMES, type SearchAddress, searchPath } from './address.ts'

/** A value of a facet; without `href` if no filter selects it. */
export type FacetLink = { label: string; count: number; isSet: boolean; href?: string }
export type FacetGroup<Key extends string = string> = {
  key: Key
  title: string
  links: FacetLink[]
}

/** Returns the values of facets as links that set or remove their filter and keep all others. */
export const linkFacets = <Key extends string>(
  facets: FacetTable<Key>,
  counts: FacetCounts<Key>,
  address: Setting,
  pathOf: (changes: Setting) => string,
): FacetGroup<Key>[] =>
  (Object.entries(facets) as [Key, Facet][]).flatMap(([key, { title, toSetting }]) => {
    const links = counts[key].map(({ value, label, count }): FacetLink => {
      const setting = toSetting(value)
      if (!setting) return { label, count, isSet: false }
      const isSet = Object.entries(setting).every(([name, wanted]) => address[name] === wanted)
      const removed = Object.fromEntries(Object.keys(setting).map((name) => [name, undefined]))
      return { label, count, isSet, href: pathOf(isSet ? removed : setting) }
    })
    return links.length > 0 ? [{ key, title, links }] : []
  })

/** An active filter, and the address of the same search without it. */
export type FilterChip = { label: string; href: string; without: SearchAddress }

// It is about the evidence, and the others are about the organization.
const LAST: FilterName = 'EvidenceTier'

/** Returns the active filters of an address. */
export const chipsOf = (address: SearchAddress, filters: SearchFilters): FilterChip[] =>
  [...FILTER_NAMES.filter((name) => name !== LAST), LAST].flatMap((name) => {
    const { key, chip }: OrganizationFilter = FILTERS[name]
    const value = key && filters[key as keyof SearchFilters]
    if (!chip || value === undefined) return []
    const removed = { [name]: undefined, ...(name === 'Near' && { WithinKm: undefined }) }
    const without = { ...address, ...removed }
    return [{ label: chip(value, address[name] ?? ''), href: searchPath(without), without }]
  })
