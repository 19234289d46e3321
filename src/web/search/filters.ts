import type { FilterName } from '#src/api/shared/search-filters.ts'
import { formatDollars } from '#src/domain/money.ts'
import { findCause } from '#src/domain/ntee.ts'
import { US_STATES } from '#src/domain/places.ts'
import { REVENUE_BANDS, type RevenueBand } from '#src/domain/revenue-bands.ts'
import {
  FACET_KEYS,
  type FacetBucket,
  type FacetKey,
  type SearchFilters,
  type SearchOutcome,
} from '#src/search/params.ts'
import { facetLabel } from '#src/search/results/facets.ts'
import { searchTexts } from '../texts/search.tsx'
import { type SearchAddress, type SearchName, searchPath } from './address.ts'

/** A value of a facet; without `href` if no filter selects it. */
export type FacetLink = { label: string; count: number; isSet: boolean; href?: string }
export type FacetGroup = { key: FacetKey; title: string; links: FacetLink[] }

type Setting = Partial<Record<SearchName, string | undefined>>

/** Returns facets as links that set or remove the filter of a value and keep all others. */
export const linkFacets = (
  facets: NonNullable<SearchOutcome['facets']>,
  address: SearchAddress,
): FacetGroup[] =>
  FACET_KEYS.map((key) => ({
    key,
    title: searchTexts.facets[key],
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

/** Returns the parameters that filter by a value; those that conflict are removed. */
function toSetting(key: FacetKey, value: string): Setting | undefined {
  if (key === 'State') return value in US_STATES ? { State: value } : undefined
  if (key === 'Cause') return { Cause: value, CauseLabel: undefined }
  if (key === 'Form') return { PrimaryForm: value }
  if (key === 'EntityType') return { EntityType: value }
  return bandSetting(REVENUE_BANDS.find((band) => band.value === value))
}

/** A band excludes its maximum and the filter includes it; revenue is whole dollars. */
function bandSetting(band: RevenueBand | undefined): Setting | undefined {
  const { min, max } = band ?? {}
  if (min === undefined && max === undefined) return undefined
  return {
    MinRevenue: min === undefined ? undefined : String(min),
    MaxRevenue: max === undefined ? undefined : String(max - 1),
  }
}

/** An active filter, and the address of the same search without it. */
export type FilterChip = { label: string; href: string }

const { chips, tiers } = searchTexts

/** Returns the active filters of an address. */
export function chipsOf(address: SearchAddress, filters: SearchFilters): FilterChip[] {
  const { state, minRevenue, maxRevenue, primaryForm, entityType, evidenceTier } = filters
  const labels: Record<FilterName, string | undefined> = {
    State: state && chips.state({ state: facetLabel('State', state) }),
    Cause: address.Cause && causeWords(address.Cause),
    CauseLabel: filters.causeLabel,
    PrimaryForm: primaryForm && facetLabel('Form', primaryForm),
    EntityType: entityType && facetLabel('EntityType', entityType),
    MinRevenue:
      minRevenue === undefined
        ? undefined
        : chips.minRevenue({ dollars: formatDollars(minRevenue) }),
    MaxRevenue:
      maxRevenue === undefined
        ? undefined
        : chips.maxRevenue({ dollars: formatDollars(maxRevenue) }),
    EvidenceTier: evidenceTier && tiers[evidenceTier],
  }
  return Object.entries(labels).flatMap(([name, label]) =>
    label ? [{ label, href: searchPath(address, { [name]: undefined }) }] : [],
  )
}

/** Returns "K31 (Food Banks & Pantries)" for a code; a label as it is. */
function causeWords(text: string): string {
  const { label = text } = findCause(text)
  return label.toLowerCase() === text.toLowerCase() ? label : `${text.toUpperCase()} (${label})`
}
