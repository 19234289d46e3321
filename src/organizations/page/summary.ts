import { readNarrative } from '#src/domain/facts/narrative.ts'
import type { Readiness } from '#src/rating/diligence.ts'
import type { ProfileDeps } from '../deps.ts'
import { type Judged, readinessOf, todayInUtc } from '../diligence/diligence.ts'
import { citeRevocation } from '../../domain/cite.ts'
import { type SeriesYear, toSeries } from '../figures/series.ts'
import { selectFiling } from '../filings/select-filing.ts'
import { openFiler, openFiling } from '../open-profile.ts'
import type { Filing, Organization } from '../organization.ts'
import { describeControls, describeRating, describePurpose, describeUnknown, describeYear, type Sentence } from './summary-sentences.ts'
import { requireVersionIn, readYears } from '../store/read-filing.ts'
import { isRatedBy } from './rating-view.ts'
import { describeStatus } from './status-sentences.ts'

export type Summary = {
  organization: Organization
  filing: Filing
  sentences: Sentence[]
  series: SeriesYear[]
  /** Whether it can be relied on without a further look. */
  readiness: Readiness
}

/**
 * What a decision would look at first, in sentences made of figures, and the yearly series of the
 * primary form. Two round trips: who it is, then the filing and its form's years at once. Throws
 * ApiError ProfileNotFound for an organization without filings, and StoreUnavailable.
 */
export async function readSummary(deps: ProfileDeps, ein: string): Promise<Summary> {
  const organization = await openFiler(deps, ein)
  const { form } = selectFiling(organization, {})
  const [filing, years] = await Promise.all([
    openFiling(deps, organization, {}),
    readYears(deps.postgres, ein, form),
  ])
  requireVersionIn(filing, years)
  const series = toSeries(organization, years)
  const year = series.find(({ objectId }) => objectId === filing.objectId)
  const sentences = [
    ...describeStatus(organization, filing),
    ...describePurpose(filing, readNarrative(filing.form, filing.narrative ?? [])),
    ...describeRating(organization, filing),
    ...(year ? describeYear(year) : []),
    ...describeControls(organization, filing),
    ...describeUnknown(filing, year),
  ]
  return { organization, filing, sentences, series, readiness: readinessBy(organization, filing) }
}

/** Whether an organization can be relied on without a further look, by its latest filing of the primary form. */
export const readinessBy = (organization: Organization, latest: Filing): Readiness =>
  readinessOf(toJudged(organization, latest), latest, todayInUtc())

const toJudged = (organization: Organization, filing: Filing): Judged => ({
  screenedLists: organization.screenedLists,
  restrictions: organization.restrictions,
  revokedOn: citeRevocation(organization)?.value,
  newest: organization.filings.find(({ isCurrent }) => isCurrent),
  ratingState: isRatedBy(organization, filing) ? organization.rating?.state : undefined,
})
