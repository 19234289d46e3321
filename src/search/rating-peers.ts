import type { OrganizationDisplay, OrganizationDocument } from '#mappings/organization-document.ts'
import { organizationsAlias } from '#mappings/organizations.ts'
import { todayInUtc } from '#src/domain/days.ts'
import { buildRatingPeers, type WantedPeers } from './queries/rating-peers.ts'
import type { SearchDeps } from './search.ts'
import { showBandOn } from './shown-band.ts'

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
  const { opensearch, indexPrefix } = deps
  const index = organizationsAlias(indexPrefix)
  const responses = await opensearch.msearch<Source>(
    buildRatingPeers(wanted, limit).map((body) => ({ index, body })),
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
