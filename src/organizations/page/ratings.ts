import type { Verdict } from '#src/rating/verdict.ts'
import type { ProfileDeps } from '../deps.ts'
import { openFiler, openFiling } from '../open-profile.ts'
import type { Filing, Organization } from '../organization.ts'
import { requireVersionIn } from '../store/filing-version.ts'
import { readFiling, readYears } from '../store/read-filing.ts'
import { type RatingView, toRatingView, verdictOn } from './rating-view.ts'

/** `rating` is absent where no organization of its kind, or nothing yet, has been rated. */
export type Ratings = {
  organization: Organization
  filing: Filing
  verdict: Verdict
  rating?: RatingView
}

/**
 * The rating of an organization and the return it was made of; without a rating the latest return
 * and why there is none. Two round trips. Throws ApiError ProfileNotFound for an organization
 * without filings, and StoreUnavailable.
 */
export async function readRatings(deps: ProfileDeps, ein: string): Promise<Ratings> {
  const organization = await openFiler(deps, ein)
  const { rating } = organization
  const [rated, years] = await Promise.all([
    rating ? readFiling(deps.postgres, rating.objectId) : undefined,
    rating ? readYears(deps.postgres, ein, rating.form) : [],
  ])
  if (rated?.isCurrent) requireVersionIn(rated, years)
  // Of the primary form the latest is rated; a load may have put another in its place since.
  const filing = rated ?? (await openFiling(deps, organization, {}))
  const view = rated && toRatingView(organization, rated, years)
  return {
    organization,
    filing,
    verdict: verdictOn(organization, filing),
    ...(view && { rating: view }),
  }
}
