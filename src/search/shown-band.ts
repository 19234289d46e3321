import type { OrganizationDisplay } from '#mappings/organization-document.ts'
import { bandOn } from '#src/rating/rating.ts'

type Rated = { display: Pick<OrganizationDisplay, 'rating' | 'latestPeriodEnd'> }

/** Leaves out the band of a rating if its return is too old on a day, YYYY-MM-DD, to judge by. */
export const showBandOn =
  (today: string) =>
  <Hit extends Rated>(hit: Hit): Hit => {
    const { rating, latestPeriodEnd } = hit.display
    if (!rating?.band) return hit
    const band = bandOn(rating.band, rating.periodEnd ?? latestPeriodEnd, today)
    return { ...hit, display: { ...hit.display, rating: { ...rating, band } } }
  }
