import { FORM_NAMES } from '../../domain/facts/citation.ts'
import { ABROAD, US_STATES } from '../../domain/places.ts'
import { REVENUE_BANDS } from '../../domain/revenue-bands.ts'
import { FACET_KEYS, type FacetBucket, type FacetKey, type Hit } from '../params.ts'
import type { DisplaySource } from './window.ts'

type Labels = Record<string, string>

const FORM_LABELS: Labels = { ...FORM_NAMES, '990N': 'Form 990-N (postcard)' }

const ENTITY_LABELS: Labels = {
  PrivateFoundation: 'Private foundation',
  UnrelatedBusinessFiler: 'Files only Form 990-T (unrelated business income)',
  SmallTaxExemptOrganization: 'Small organization (postcard)',
  OperatingOrOtherTaxExempt: 'Operating or other tax-exempt organization',
}

// The index holds codes; labels are added when reading.
const LABELS: Record<FacetKey, Labels> = {
  State: { ...US_STATES, [ABROAD]: 'Outside the United States' },
  Cause: {},
  Form: FORM_LABELS,
  EntityType: ENTITY_LABELS,
  RevenueBand: Object.fromEntries(REVENUE_BANDS.map(({ value, label }) => [value, label])),
}

const ORDER: Partial<Record<FacetKey, string[]>> = {
  RevenueBand: REVENUE_BANDS.map(({ value }) => value),
}

/** Returns the label of a facet's value, otherwise the value. */
export const facetLabel = (facet: FacetKey, value: string): string => LABELS[facet][value] ?? value

/** Sorts the buckets of one facet: revenue bands by size, others by count, then value. */
export function toBuckets(facet: FacetKey, counts: Map<string, number>): FacetBucket[] {
  const order = ORDER[facet]
  return [...counts]
    .map(([value, count]) => ({ value, label: facetLabel(facet, value), count }))
    .sort((a, b) =>
      order
        ? order.indexOf(a.value) - order.indexOf(b.value)
        : b.count - a.count || (a.value < b.value ? -1 : 1),
    )
}

type Values = { buckets: { key: string; doc_count: number }[] }

/** Reads the aggregations of `buildFacets` or `buildCounts`. */
export const readFacets = (
  aggregations: Record<string, unknown>,
): Record<FacetKey, FacetBucket[]> => {
  const buckets = (facet: FacetKey): FacetBucket[] => {
    const found = aggregations[facet] as Values | { values: Values }
    const values = 'values' in found ? found.values : found
    return toBuckets(facet, new Map(values.buckets.map(({ key, doc_count }) => [key, doc_count])))
  }
  return Object.fromEntries(FACET_KEYS.map((facet) => [facet, buckets(facet)])) as Record<
    FacetKey,
    FacetBucket[]
  >
}

/** Aggregations of a search that finds nothing. */
export const NO_FACETS: Record<string, Values> = Object.fromEntries(
  FACET_KEYS.map((facet) => [facet, { buckets: [] }]),
)

/** Reads a page of `buildListing`. */
export const readListedHits = (hits: { _source?: DisplaySource }[]): Hit[] =>
  hits.flatMap(({ _source }) => (_source ? [toHit(_source)] : []))

const toHit = ({ ein, display }: DisplaySource): Hit => ({
  ein,
  display,
  match: { kind: 'Filter', field: 'Filters' },
  reasons: [],
  explanation: 'It matches the filters; the search has no text.',
})
