import { US_STATES } from '#src/domain/places.ts'
import { REVENUE_BANDS, type RevenueBand } from '#src/domain/revenue-bands.ts'
import {
  FACET_KEYS,
  type FacetBucket,
  type FacetKey,
  type SearchOutcome,
} from '#src/search/params.ts'
import { type SearchAddress, type SearchName, searchPath } from './address.ts'
import { FACET_WORDS } from './words.ts'

/** A value of a facet; without `href` where no filter of a search says it. */
export type FacetLink = { label: string; count: number; isSet: boolean; href?: string }
export type FacetGroup = { key: FacetKey; title: string; links: FacetLink[] }

type Setting = Partial<Record<SearchName, string | undefined>>

/** Facets as links that set the filter of a value and keep all others, or take it away again. */
export const linkFacets = (
  facets: NonNullable<SearchOutcome['facets']>,
  address: SearchAddress,
): FacetGroup[] =>
  FACET_KEYS.map((key) => ({
    key,
    title: FACET_WORDS[key],
    links: facets[key].map((bucket) => toLink(key, bucket, address)),
  })).filter(({ links }) => links.length > 0)

function toLink(
  key: FacetKey,
  { value, label, count }: FacetBucket,
  address: SearchAddress,
): FacetLink {
  const setting = toSetting(key, value)
  if (!setting) return { label, count, isSet: false }
  const isSet = Object.entries(setting).every(
    ([name, wanted]) => address[name as SearchName] === wanted,
  )
  const removed = Object.fromEntries(Object.keys(setting).map((name) => [name, undefined]))
  return { label, count, isSet, href: searchPath(address, isSet ? removed : setting) }
}

/** The parameters that filter by a value; a facet's own other parameters are taken away. */
function toSetting(key: FacetKey, value: string): Setting | undefined {
  if (key === 'State') return value in US_STATES ? { State: value } : undefined
  if (key === 'Cause') return { Cause: value, CauseLabel: undefined }
  if (key === 'Form') return { PrimaryForm: value }
  if (key === 'EntityType') return { EntityType: value }
  return bandSetting(REVENUE_BANDS.find((band) => band.value === value))
}

/** A band ends below its maximum, the filter's maximum is within; revenue is whole dollars. */
function bandSetting(band: RevenueBand | undefined): Setting | undefined {
  const { min, max } = band ?? {}
  if (min === undefined && max === undefined) return undefined
  return {
    MinRevenue: min === undefined ? undefined : String(min),
    MaxRevenue: max === undefined ? undefined : String(max - 1),
  }
}
