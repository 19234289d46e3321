import { citeRevocation } from '#src/domain/evidence.ts'
import type { Readiness } from '#src/rating/diligence.ts'
import type { ProfileDeps } from '../deps.ts'
import { readinessOf } from '../diligence/diligence.ts'
import { type SeriesYear, toSeries } from '../figures/series.ts'
import { openFiler, openYears } from '../open-profile.ts'
import type { Filing, Organization } from '../organization.ts'
import { isRatedBy } from './rating-view.ts'
import {
  describeControls,
  describeGifts,
  describePurpose,
  describeRating,
  describeStatus,
  describeUnknown,
  describeYear,
  type Sentence,
} from './summary-sentences.ts'

export type Summary = {
  organization: Organization
  filing: Filing
  sentences: Sentence[]
  series: SeriesYear[]
  /** Whether the organization needs a review. */
  readiness: Readiness
}

/**
 * Reads the facts behind a decision, as sentences with figures, and the yearly series of the primary
 * form; two round trips. Throws ApiError ProfileNotFound for an organization without filings, and
 * StoreUnavailable.
 */
export async function readSummary(deps: ProfileDeps, ein: string): Promise<Summary> {
  const organization = await openFiler(deps, ein)
  const { filing, years } = await openYears(deps, organization, {})
  const series = toSeries(organization, years)
  const year = series.find(({ objectId }) => objectId === filing.objectId)
  const sentences = [
    ...describeStatus(organization, filing),
    ...describeGifts(organization),
    ...describePurpose(filing, filing.narrative),
    ...describeRating(organization, filing),
    ...(year ? describeYear(year) : []),
    ...describeControls(organization, filing),
    ...describeUnknown(filing, year),
  ]
  return { organization, filing, sentences, series, readiness: readinessBy(organization, filing) }
}

/**
 * Returns the readiness of an organization based on its latest filing on the primary form, as of
 * today.
 */
export const readinessBy = (organization: Organization, latest: Filing): Readiness =>
  readinessOf(
    {
      screenedLists: organization.screenedLists,
      restrictions: organization.restrictions,
      recognition: { ...organization, isListed: organization.registry !== null },
      revokedOn: citeRevocation(organization)?.value,
      newest: organization.filings.find(({ isCurrent }) => isCurrent),
      ratingState: isRatedBy(organization, latest) ? organization.rating?.state : undefined,
    },
    latest,
    organization.today,
  )
