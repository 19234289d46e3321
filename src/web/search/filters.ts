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
import { FACET_NAMES, TIERS } from '../words.ts'
import { type SearchAddress, searchPath } from './address.ts'

/** A value of a facet; without `href` if no filter selects it. */
export type FacetLink = { label: string; count: number; isSet: boolean; href?: string }
export type FacetGroup = { key: FacetKey; title: string; links: FacetLink[] }

/** Returns facets as links (`linkValues`). */
export const linkFacets = (
  facets: NonNullable<SearchOutcome['facets']>,
  address: SearchAddress,
): FacetGroup[] =>
  FACET_KEYS.map((key) => ({
    key,
    title: FACET_NAMES[key],
    links: linkValues(
      facets[key],
      address,
      (value) => toSetting(key, value),
      (changes) => searchPath(address, changes),
    ),
  })).filter(({ links }) => links.length > 0)

type Setting = Readonly<Record<string, string | undefined>>

/** Returns values of a facet as links that set or remove their filter and keep all others. */
export const linkValues = (
  buckets: readonly FacetBucket[],
  address: Setting,
  toSetting: (value: string) => Setting | undefined,
  pathOf: (changes: Setting) => string,
): FacetLink[] =>
  buckets.map(({ value, label, count }) => {
    const setting = toSetting(value)
    if (!setting) return { label, count, isSet: false }
    const isSet = Object.entries(setting).every(([name, wanted]) => address[name] === wanted)
    const removed = Object.fromEntries(Object.keys(setting).map((name) => [name, undefined]))
    return { label, count, isSet, href: pathOf(isSet ? removed : setting) }
  })

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

/** Returns the active filters of an address. */
export function chipsOf(address: SearchAddress, filters: SearchFilters): FilterChip[] {
  const { state, primaryForm, entityType, evidenceTier, near, subsection } = filters
  const { City: city, ZIP: zip, County: county, Exclude: words } = address
  const labels: Record<FilterName, string | undefined> = {
    State: state && `Registered in ${facetLabel('State', state)}`,
    City: city && `Registered in ${city}`,
    ZIP: zip && (zip.length < 5 ? `ZIP code starts with ${zip}` : `ZIP code ${zip}`),
    County:
      county &&
      `Registered in ${/\b(county|parish)\b/i.test(county) ? county : `the county ${county}`}`,
    Near: near && `Within ${formatCount(near.km)} km of ${near.label}`,
    // Shown with the place.
    WithinKm: undefined,
    Cause: address.Cause && causeWords(address.Cause),
    CauseLabel: filters.causeLabel,
    PrimaryForm: primaryForm && facetLabel('Form', primaryForm),
    EntityType: entityType && facetLabel('EntityType', entityType),
    MinRevenue: chip('Revenue at least', filters.minRevenue, formatDollars),
    MaxRevenue: chip('Revenue at most', filters.maxRevenue, formatDollars),
    MinAssets: chip('Assets at least', filters.minAssets, formatDollars),
    MaxAssets: chip('Assets at most', filters.maxAssets, formatDollars),
    MinRating: chip('Rating at least', filters.minRating),
    MinProgramRatio: chip('Program share at least', filters.minProgramRatio, formatShare),
    MaxProgramRatio: chip('Program share at most', filters.maxProgramRatio, formatShare),
    FiledSince: chip('Latest filing for', filters.filedSince, orLater),
    Subsection: subsection && (describeSubsection(subsection) ?? subsection),
    MinRulingYear: chip('Recognized by the IRS in', filters.minRulingYear, orLater),
    MaxRulingYear: chip('Recognized by the IRS by', filters.maxRulingYear),
    Exclude: words && `Without ${words}`,
    EvidenceTier: evidenceTier && TIERS[evidenceTier],
  }
  return Object.entries(labels).flatMap(([name, label]) => {
    if (!label) return []
    const removed = { [name]: undefined, ...(name === 'Near' && { WithinKm: undefined }) }
    return [{ label, href: searchPath(address, removed) }]
  })
}

const chip = (
  words: string,
  value: number | undefined,
  show: (value: number) => string = String,
) => (value === undefined ? undefined : `${words} ${show(value)}`)

const formatShare = (share: number) => formatValue(share, 'share')
const orLater = (year: number) => `${year} or later`

/** Returns "K31 (Food Banks & Pantries)" for a code; a label as it is. */
function causeWords(text: string): string {
  const { label = text } = findCause(text)
  return label.toLowerCase() === text.toLowerCase() ? label : `${text.toUpperCase()} (${label})`
}
