import type { RatingView, ShownCategory, ShownMetric } from '../../profiles/rating-view.ts'
import { fieldName } from './field-name.ts'
import type { RatingData } from './rating-schema.ts'

/** A's form of a rating; what is unknown is left out. */
export function presentRating(rating: RatingView): RatingData {
  const { verdict, evidence, categories, metrics, missing } = rating
  return {
    State: verdict.state === 'Scored' ? 'Scored' : 'NotEnoughData',
    ...(verdict.score !== undefined && { Score: verdict.score }),
    ...(verdict.band !== undefined && { Verdict: verdict.band }),
    PolicyVersion: verdict.policyVersion,
    BottomLine: verdict.bottomLine,
    ...(evidence && { EvidenceRef: evidence.ref }),
    Categories: categories.map(presentCategory),
    Metrics: metrics.map(presentMetric),
    Missing: missing.map(fieldName),
  }
}

export const presentCategory = ({ key, label, weight, score, members }: ShownCategory) => ({
  Key: fieldName(key),
  Label: label,
  Weight: weight,
  ...(score !== undefined && { Score: score }),
  Members: members.map(fieldName),
})

const presentMetric = (metric: ShownMetric) => ({
  Key: fieldName(metric.key),
  Label: metric.label,
  Category: fieldName(metric.category),
  Value: metric.value,
  Unit: metric.unit,
  Direction: metric.direction,
  ...(metric.percentile !== undefined && { Percentile: metric.percentile }),
  Score: metric.score,
  ...(metric.peers && {
    Peers: { Group: metric.peers.group, Label: metric.peers.label, Size: metric.peers.size },
  }),
  EvidenceRef: metric.ref,
})
