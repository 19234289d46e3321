import type { EvidenceRef } from '../../profiles/evidence/evidence-ref.ts'
import type { ShownCategory, ShownMetric } from '../../profiles/rating-view.ts'
import type { Ratings } from '../../profiles/ratings.ts'
import type { Verdict } from '../../rating/verdict.ts'
import { attribute } from './attribute.ts'
import { toSnakeCase } from './figure.ts'
import { presentAbout, presentFiling } from './filing-schema.ts'
import type { RatingsData } from './ratings-schema.ts'

export const STATES = {
  Scored: 'scored',
  NotEnoughData: 'not_enough_data',
  NotRatedHere: 'not_rated_here',
} as const satisfies Record<Verdict['state'], string>

/** The rating of an organization with every input; why there is none where there is none. */
export function presentRatings({ organization, filing, verdict, rating }: Ratings): RatingsData {
  const { score, band } = verdict
  const evidence = rating?.evidence
  const isScored = score !== undefined && band !== undefined && evidence !== undefined
  const data = {
    ...presentAbout(organization),
    filing: presentFiling(filing),
    state: STATES[verdict.state],
    policy_version: verdict.policyVersion,
    bottom_line: verdict.bottomLine,
    ...(isScored && { trust: { score, band, ref: evidence.ref, ...presentSource(evidence) } }),
    categories: (rating?.categories ?? []).map(presentCategory),
    ratings: (rating?.metrics ?? []).map(presentMetric),
    not_known: (rating?.missing ?? []).map(toSnakeCase),
  }
  return attribute(data, filing)
}

/** A category as answers of B show it. */
export const presentCategory = ({ key, label, weight, score, members }: ShownCategory) => ({
  key: toSnakeCase(key),
  label,
  weight,
  ...(score !== undefined && { score }),
  members: members.map(toSnakeCase),
})

const presentMetric = (metric: ShownMetric) => ({
  key: toSnakeCase(metric.key),
  label: metric.label,
  category: toSnakeCase(metric.category),
  value: metric.value,
  unit: metric.unit,
  direction: metric.direction,
  ...(metric.percentile !== undefined && { percentile: metric.percentile }),
  score: metric.score,
  ...(metric.peers && { peers: metric.peers }),
  ref: metric.ref,
  ...presentSource(metric.evidence),
})

const presentSource = (evidence: EvidenceRef | undefined) => ({
  ...(evidence?.formula !== undefined && { formula: evidence.formula }),
  ...(evidence?.derivedFrom && { derived_from: evidence.derivedFrom }),
})
