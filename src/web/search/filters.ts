import type { FilterName } from '#src/api/shared/search-filters.ts'
import { formatCount, formatDollars } from '#src/domain/money.ts'
import { findCause } from '#src/domain/ntee.ts'
import { ABROAD, US_STATES } from '#src/domain/places.ts'
import { describeSubsection } from '#src/domain/registry-codes.ts'
import { REVENUE_BANDS, type RevenueBand } from '#src/domain/revenue-bands.ts'
import {
  FACET_KEYS,
  type FacetBucket,
  type FacetKey,
  type SearchFilters,
  type SearchOutcome,
} from '#src/search/params.ts'
import { facetLabel } from '#src/search/results/facets.ts'
import { formatValue } from '../components/formats.ts'
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
  if (key === 'State') {
    return value === ABROAD || value in US_STATES ? { State: value } : undefined
  }
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
  const { state, primaryForm, entityType, evidenceTier, near, minRating, subsection } = filters
  const { City: city, ZIP: zip, County: county, Exclude: words } = address
  const labels: Record<FilterName, string | undefined> = {
    State: state && chips.state({ state: facetLabel('State', state) }),
    City: city && chips.state({ state: city }),
    ZIP: zip && chips.zip({ zip }),
    County: county && chips.county({ county }),
    Near: near && chips.near({ place: near.label, km: formatCount(near.km) }),
    // Shown with the place.
    WithinKm: undefined,
    Cause: address.Cause && causeWords(address.Cause),
    CauseLabel: filters.causeLabel,
    PrimaryForm: primaryForm && facetLabel('Form', primaryForm),
    EntityType: entityType && facetLabel('EntityType', entityType),
    MinRevenue: figureChip(chips.minRevenue, filters.minRevenue),
    MaxRevenue: figureChip(chips.maxRevenue, filters.maxRevenue),
    MinAssets: figureChip(chips.minAssets, filters.minAssets),
    MaxAssets: figureChip(chips.maxAssets, filters.maxAssets),
    MinRating: minRating === undefined ? undefined : chips.minRating({ points: minRating }),
    MinProgramRatio: shareChip(chips.minShare, filters.minProgramRatio),
    MaxProgramRatio: shareChip(chips.maxShare, filters.maxProgramRatio),
    FiledSince: yearChip(chips.filedSince, filters.filedSince),
    Subsection: subsection && (describeSubsection(subsection) ?? subsection),
    MinRulingYear: yearChip(chips.recognizedSince, filters.minRulingYear),
    MaxRulingYear: yearChip(chips.recognizedUntil, filters.maxRulingYear),
    Exclude: words && chips.without({ words }),
    EvidenceTier: evidenceTier && tiers[evidenceTier],
  }
  return Object.entries(labels).flatMap(([name, label]) => {
    if (!label) return []
    const removed = { [name]: undefined, ...(name === 'Near' && { WithinKm: undefined }) }
    return [{ label, href: searchPath(address, removed) }]
  })
}

const figureChip = (chip: (text: { dollars: string }) => string, dollars: number | undefined) =>
  dollars === undefined ? undefined : chip({ dollars: formatDollars(dollars) })

const shareChip = (chip: (text: { share: string }) => string, share: number | undefined) =>
  share === undefined ? undefined : chip({ share: formatValue(share, 'share') })

const yearChip = (chip: (text: { year: number }) => string, year: number | undefined) =>
  year === undefined ? undefined : chip({ year })

/** Returns "K31 (Food Banks & Pantries)" for a code; a label as it is. */
function causeWords(text: string): string {
  const { label = text } = findCause(text)
  return label.toLowerCase() === text.toLowerCase() ? label : `${text.toUpperCase()} (${label})`
}
