import { type Verdict, type Selected, toVerdict } from '#src/rating/verdict.ts'
import type { ProfileDeps } from '../deps.ts'
import { openFiler, openFiling } from '../open-profile.ts'
import type { Filing, Organization } from '../organization.ts'
import { requireVersionIn, readFiling, readYears, type YearlyFiling } from '../store/read-filing.ts'
import type { DerivedInputs, PeopleListed } from '#src/domain/facts/derived.ts'
import { CATEGORIES, METRICS, type MetricDefinition, type MetricKey } from '#src/rating/metrics.ts'
import { describePeers } from '#src/rating/peers.ts'
import type { Peers, RatedCategory, RatedMetric, Rating } from '#src/rating/rating.ts'
import { type EvidenceRef, citeRef, toDerivedEvidence } from '../evidence/evidence-ref.ts'
import { primaryFormOf } from '../filings/select-filing.ts'
import { parseRef } from '#src/domain/evidence.ts'
import { citeFigure, citeRating, readDerivedKey } from '../evidence/derived-figures.ts'

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

/** A metric of a rating, described, with the evidence of its value. */
export type ShownMetric = Pick<MetricDefinition, 'label' | 'category' | 'direction' | 'unit'> & {
  key: MetricKey
  /** A ratio, months or a count as derived; an answer is yes or no. */
  value: number | boolean
  /** Mid-rank share of its peers with a lower value, 0 to 1; of ranked metrics only. */
  percentile?: number
  peers?: Peers & { label: string }
  /** 0 to 1, 1 is best. */
  score: number
  ref: string
  /** Absent while the filing waits for something that the value was read from. */
  evidence?: EvidenceRef
}

export type ShownCategory = RatedCategory & { label: string }

/** What a rating comes to: nothing but the verdict where the form is not the one that is rated. */
export type RatingOutline = {
  verdict: Verdict
  categories: ShownCategory[]
  /** The score's own; absent where there is none. */
  evidence?: EvidenceRef
}

/** A rating with all it is made of. */
export type RatingView = RatingOutline & {
  metrics: ShownMetric[]
  /** Metrics that are not known, which neither help nor cost anything. */
  missing: MetricKey[]
}

/** The rating's verdict on a filing of an organization. */
export function verdictOn(organization: Organization, filing: Selected): Verdict {
  const { filings, rating } = organization
  const primaryForm = primaryFormOf(organization)
  const latest = filings.find(({ form, isCurrent }) => isCurrent && form === primaryForm)
  return toVerdict(filing, { primaryForm, latest, rating })
}

/** Whether a filing is the one an organization is rated by. */
export const isRatedBy = ({ rating }: Organization, { objectId }: Pick<Filing, 'objectId'>) =>
  rating?.objectId === objectId

/**
 * The rating of an organization, with every metric's evidence; undefined where it has none.
 * `filing` is the one it is rated by, `years` are the current filings of its form.
 */
export function toRatingView(
  organization: Organization,
  filing: Filing,
  years: readonly YearlyFiling[],
): RatingView | undefined {
  const { rating } = organization
  if (rating === null) return undefined
  const more = { years, people: officersOf(filing) }
  const known = new Set(rating.metrics.map(({ key }) => key))
  const metrics = rating.metrics.map((metric) => toShownMetric(metric, organization, filing, more))
  return {
    ...outlineRating(organization, filing),
    metrics,
    missing: (Object.keys(METRICS) as MetricKey[]).filter((key) => !known.has(key)),
  }
}

/** What the rating of an organization comes to, as a filing of it shows it. */
export function outlineRating(organization: Organization, filing: Selected): RatingOutline {
  const verdict = verdictOn(organization, filing)
  const { rating } = organization
  if (rating === null || verdict.state === 'NotRatedHere') return { verdict, categories: [] }
  const evidence = citeScore(organization)
  return { verdict, categories: toShownCategories(rating), ...(evidence && { evidence }) }
}

// A form without a line for what its officers are paid is rated by the sum of its rows; each row is
// cited, and the first stands for what all add up to.
function officersOf({ form, rowFacts }: Filing): PeopleListed | undefined {
  const paid = rowFacts?.sums.officerCompensation990EZ
  if (form !== '990EZ' || !paid) return undefined
  const officers = paid.paths.map((path, at) => ({
    path,
    cells: { compensation: { value: at === 0 ? paid.value : 0, path } },
  }))
  return { officers, employees: [] }
}

function toShownMetric(
  metric: RatedMetric,
  organization: Organization,
  filing: Filing,
  more: Omit<DerivedInputs, 'filing'>,
): ShownMetric {
  const { key, value, percentile, peers, score, ref } = metric
  const { label, category, direction, unit } = METRICS[key]
  const evidence = citeMetric(organization, filing, more, metric)
  return {
    key,
    label,
    category,
    direction,
    unit,
    value: unit === 'boolean' ? value === 1 : value,
    score,
    ref,
    ...(percentile !== undefined && { percentile }),
    ...(peers && { peers: { ...peers, label: describePeers(peers) } }),
    ...(evidence && { evidence }),
  }
}

const toShownCategories = ({ categories }: Rating): ShownCategory[] =>
  categories.map((category) => ({ ...category, label: CATEGORIES[category.key].label }))

/**
 * The evidence of a metric's value: the leaf it was filed in, or the formula and Refs it was
 * derived from. `filing` is the one that is rated. Undefined where it cannot be told any more how
 * it came about, since a load has replaced what it was read from.
 */
export function citeMetric(
  organization: Organization,
  filing: Filing,
  more: Omit<DerivedInputs, 'filing'>,
  { ref }: Pick<RatedMetric, 'ref'>,
): EvidenceRef | undefined {
  const evidence = parseRef(ref)
  if (evidence?.kind !== 'derived') return citeRef(organization, ref)
  const named = readDerivedKey(evidence.key)
  const figure = named && citeFigure(organization, filing, named.key, more)
  return figure && toDerivedEvidence(organization, filing, figure)
}

/** The evidence of an organization's score; undefined where it has none. */
export function citeScore(organization: Organization): EvidenceRef | undefined {
  const { rating } = organization
  const figure = rating && citeRating(organization, rating)
  return figure ? toDerivedEvidence(organization, rating, figure) : undefined
}
