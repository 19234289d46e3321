import type { OrganizationDisplay, OrganizationDocument } from '#mappings/organization-document.ts'

import { todayInUtc } from '#src/domain/days.ts'
import type { Form } from '../domain/form.ts'
import { type Clause, type FieldOf, term } from './filter-table.ts'
import { request, type SearchDeps, showBandOn } from './search.ts'

/** What rated organizations should share with one. */
type WantedPeers = {
  ein: string
  form: Form
  /** NTEE major group, A to Y; any if absent. */
  majorGroup?: string | undefined
  /** Dollars of the latest revenue. */
  revenue: number
}

const REVENUE: FieldOf<'sort'> = 'sort.revenue'
const RATING: FieldOf<'sort'> = 'sort.rating'

/** Builds two searches for rated organizations: the next larger ones, and the next smaller ones. */
export const buildRatingPeers = (wanted: WantedPeers, size: number): Clause[] => [
  nextTo(wanted, { gte: wanted.revenue }, 'asc', size),
  nextTo(wanted, { lt: wanted.revenue }, 'desc', size),
]

const nextTo = (
  { ein, form, majorGroup }: WantedPeers,
  range: { gte: number } | { lt: number },
  order: 'asc' | 'desc',
  size: number,
): Clause => ({
  size,
  query: {
    bool: {
      filter: [
        term('filter.form', form),
        ...(majorGroup === undefined ? [] : [term('filter.cause', majorGroup)]),
        { exists: { field: RATING } },
        { range: { [REVENUE]: range } },
      ],
      must_not: [{ term: { ein } }],
    },
  },
  sort: [{ [REVENUE]: order }, { ein: 'asc' }],
  _source: ['ein', 'display'],
  track_total_hits: false,
})

/** A rated organization near the size of another one. */
export type RatingPeer = {
  ein: string
  display: OrganizationDisplay & Required<Pick<OrganizationDisplay, 'rating' | 'revenue'>>
}

type Source = Pick<OrganizationDocument, 'ein' | 'display'>

/**
 * Finds rated organizations of the same form and cause group with the nearest revenue, nearest
 * first; one round trip. Throws ApiError IndexNotReady or SearchUnavailable.
 */
export async function findRatingPeers(
  deps: SearchDeps,
  wanted: WantedPeers,
  limit: number,
): Promise<RatingPeer[]> {
  const responses = await deps.opensearch.msearch<Source>(
    buildRatingPeers(wanted, limit).map((body) => request(deps, body)),
  )
  const found = responses.flatMap(({ hits }) => hits.hits.flatMap(({ _source }) => _source ?? []))
  return nearestPeers(found.map(showBandOn(todayInUtc(deps))), wanted.revenue, limit)
}

/** Returns the organizations with the nearest revenue, as a ratio; ties are ordered by EIN. */
export function nearestPeers(
  found: readonly Source[],
  revenue: number,
  limit: number,
): RatingPeer[] {
  const distanceOf = ({ display }: RatingPeer) =>
    Math.abs(sizeOf(display.revenue.value) - sizeOf(revenue))
  return found
    .flatMap(({ ein, display }) => {
      const { rating, revenue: own } = display
      return rating && own ? [{ ein, display: { ...display, rating, revenue: own } }] : []
    })
    .sort((a, b) => distanceOf(a) - distanceOf(b) || (a.ein < b.ein ? -1 : 1))
    .slice(0, limit)
}

/** As `sort.prominence`: the logarithm, in which twice and half as much are equally far. */
const sizeOf = (revenue: number): number => Math.log10(1 + Math.max(0, revenue))
