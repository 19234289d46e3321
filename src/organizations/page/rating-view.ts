import type { DerivedInputs } from '#src/domain/facts/derived-operands.ts'
import { peopleOfSums } from '#src/domain/facts/row-facts.ts'
import { knownFields } from '#src/domain/known-fields.ts'
import { CATEGORIES, METRICS, type MetricDefinition, type MetricKey } from '#src/rating/metrics.ts'
import { describePeers } from '#src/rating/peers.ts'
import type { Peers, RatedCategory, RatedMetric } from '#src/rating/rating.ts'
import { type Selected, toVerdict, type Verdict } from '#src/rating/verdict.ts'
import type { ProfileDeps } from '../deps.ts'
import { citeRating } from '../evidence/derived-figures.ts'
import {
  citeDerivedOrFiled,
  type EvidenceRef,
  toDerivedEvidence,
} from '../evidence/evidence-ref.ts'
import { primaryFormOf } from '../filings/select-filing.ts'
import { openFiler, openFiling } from '../open-profile.ts'
import type { Filing, Organization } from '../organization.ts'
import {
  readFiling,
  readYears,
  requireVersionIn,
  type YearlyFiling,
} from '../store/read-organization.ts'

// The stored rating is shown and never recomputed: a page must agree with the search that sorts by
// it. The inputs are cited from the filing in the store.

/** A metric of a rating with the evidence of its value. */
export type ShownMetric = Pick<MetricDefinition, 'label' | 'category' | 'direction' | 'unit'> & {
  key: MetricKey
  /** A ratio, months, a count, or yes or no. */
  value: number | boolean
  /** Mid-rank share of its peers with a lower value, 0 to 1; only for ranked metrics. */
  percentile?: number
  peers?: Peers & { label: string }
  /** 0 to 1, 1 is best. */
  score: number
  ref: string
  /** Absent if the store no longer has the inputs. */
  evidence?: EvidenceRef
}

export type ShownCategory = RatedCategory & { label: string }

/**
 * A rating without its metrics; only the verdict if the form of the filing is not the rated one.
 */
export type RatingOutline = {
  verdict: Verdict
  categories: ShownCategory[]
  /** The evidence of the score, if there is one. */
  evidence?: EvidenceRef
}

/** A rating with all metrics. */
export type RatingView = RatingOutline & {
  metrics: ShownMetric[]
  /** Unknown metrics, which do not affect the score. */
  missing: MetricKey[]
}

/** `rating` is absent if the organization is not rated. */
export type Ratings = {
  organization: Organization
  filing: Filing
  verdict: Verdict
  rating?: RatingView
}

/**
 * Reads the rating of an organization and the rated return, or the latest return and why it is not
 * rated; two round trips. Throws ApiError ProfileNotFound for an organization without filings, and
 * StoreUnavailable.
 */
export async function readRatings(deps: ProfileDeps, ein: string): Promise<Ratings> {
  const organization = await openFiler(deps, ein)
  const { rating } = organization
  const [rated, years] = await Promise.all([
    rating ? readFiling(deps.postgres, rating.objectId) : undefined,
    rating ? readYears(deps.postgres, ein, rating.form) : [],
  ])
  if (rated?.isCurrent) requireVersionIn(rated, years)
  // A load may have replaced the rated return.
  const filing = rated ?? (await openFiling(deps, organization, {}))
  const view = rated && toRatingView(organization, rated, years)
  return {
    organization,
    filing,
    verdict: verdictOn(organization, filing),
    ...(view && { rating: view }),
  }
}

/** Returns the rating's verdict on a filing. */
export function verdictOn(organization: Organization, filing: Selected): Verdict {
  const { filings, rating, today } = organization
  const primaryForm = primaryFormOf(organization)
  const latest = filings.find(({ form, isCurrent }) => isCurrent && form === primaryForm)
  return toVerdict(filing, { primaryForm, latest, rating, today })
}

/** Returns whether a filing is the rated one. */
export const isRatedBy = ({ rating }: Organization, { objectId }: Pick<Filing, 'objectId'>) =>
  rating?.objectId === objectId

/**
 * Returns the rating with the evidence of every metric; undefined without a rating. `filing` is the
 * rated one, `years` are the current filings of its form.
 */
export function toRatingView(
  organization: Organization,
  filing: Filing,
  years: readonly YearlyFiling[],
): RatingView | undefined {
  const { rating } = organization
  if (rating === null) return undefined
  const { form, rowFacts } = filing
  const more = { years, people: rowFacts ? peopleOfSums(rowFacts, form) : undefined }
  const known = new Set(rating.metrics.map(({ key }) => key))
  return {
    ...outlineRating(organization, filing),
    metrics: rating.metrics.map((metric) => toShownMetric(metric, organization, filing, more)),
    missing: (Object.keys(METRICS) as MetricKey[]).filter((key) => !known.has(key)),
  }
}

/** Returns the rating of an organization as a filing shows it. */
export function outlineRating(organization: Organization, filing: Selected): RatingOutline {
  const verdict = verdictOn(organization, filing)
  const { rating } = organization
  if (rating === null || verdict.state === 'NotRatedHere') return { verdict, categories: [] }
  const categories = rating.categories.map((category) => ({
    ...category,
    label: CATEGORIES[category.key].label,
  }))
  return knownFields({ verdict, categories, evidence: citeScore(organization) })
}

/** Returns the evidence of an organization's score, if it has one. */
export function citeScore(organization: Organization): EvidenceRef | undefined {
  const { rating } = organization
  const figure = rating && citeRating(organization, rating)
  return figure ? toDerivedEvidence(organization, rating, figure) : undefined
}

function toShownMetric(
  { key, value, percentile, peers, score, ref }: RatedMetric,
  organization: Organization,
  filing: Filing,
  more: Omit<DerivedInputs, 'filing'>,
): ShownMetric {
  const { label, category, direction, unit } = METRICS[key]
  return knownFields({
    ...{ key, label, category, direction, unit },
    value: unit === 'boolean' ? value === 1 : value,
    score,
    ref,
    percentile,
    peers: peers && { ...peers, label: describePeers(peers) },
    evidence: citeDerivedOrFiled(organization, filing, ref, more),
  })
}
