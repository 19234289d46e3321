import { z } from 'zod'
import type { RatingView, ShownCategory, ShownMetric } from '#src/organizations/page/rating-view.ts'
import { fieldName } from '../fields.ts'

const share = z.number().min(0).max(1)

const metric = z
  .strictObject({
    Key: z.string(),
    Label: z.string(),
    Category: z.string().describe('Key of its category.'),
    Value: z.union([z.number(), z.boolean()]).describe('As filed or derived, before it is scored.'),
    Unit: z.enum(['ratio', 'months', 'boolean', 'count']),
    Direction: z.enum(['higher', 'lower']).describe('Which end of the value is better.'),
    Percentile: share
      .optional()
      .describe('Mid-rank share of peers with a lower value; of ranked metrics only.'),
    Score: share.describe('1 is best: the percentile or the value, turned where lower is better.'),
    Peers: z
      .strictObject({
        Group: z.string().describe('Form, NTEE major group, decade of revenue: 990:P:6.'),
        Label: z.string(),
        Size: z.int().min(1).describe('How many have the metric, the organization included.'),
      })
      .optional(),
    EvidenceRef: z.string(),
  })
  .meta({ id: 'RatingMetric' })

export const ratingCategory = z
  .strictObject({
    Key: z.string(),
    Label: z.string(),
    Weight: z.number().describe('Of 100.'),
    Score: share
      .optional()
      .describe('Mean of its members; absent where none is known, which costs its weight.'),
    Members: z.array(z.string()).describe('Keys of the metrics it is the mean of.'),
  })
  .meta({ id: 'RatingCategory' })

/** Data of the section Rating: the score with every input. */
export const ratingData = z
  .strictObject({
    State: z.enum(['Scored', 'NotEnoughData']),
    Score: z.number().min(0).max(100).optional(),
    Verdict: z.enum(['Strong', 'Good', 'Mixed', 'Weak']).optional(),
    PolicyVersion: z.string(),
    BottomLine: z.string(),
    EvidenceRef: z.string().optional().describe('Of the score.'),
    Categories: z.array(ratingCategory),
    Metrics: z.array(metric),
    Missing: z
      .array(z.string())
      .describe('Keys of metrics that are not known; within a category they cost nothing.'),
  })
  .meta({ id: 'RatingData' })
export type RatingData = z.output<typeof ratingData>

export function presentRating(rating: RatingView): RatingData {
  const { verdict, evidence, categories, metrics, missing } = rating
  return {
    State: verdict.state === 'Scored' ? 'Scored' : 'NotEnoughData',
    Score: verdict.score,
    Verdict: verdict.band,
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
  Score: score,
  Members: members.map(fieldName),
})

const presentMetric = (metric: ShownMetric) => ({
  Key: fieldName(metric.key),
  Label: metric.label,
  Category: fieldName(metric.category),
  Value: metric.value,
  Unit: metric.unit,
  Direction: metric.direction,
  Percentile: metric.percentile,
  Score: metric.score,
  ...(metric.peers && {
    Peers: { Group: metric.peers.group, Label: metric.peers.label, Size: metric.peers.size },
  }),
  EvidenceRef: metric.ref,
})
