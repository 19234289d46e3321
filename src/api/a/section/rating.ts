import { z } from 'zod'
import type {
  RatingOutline,
  RatingView,
  ShownCategory,
  ShownMetric,
} from '#src/organizations/page/rating-view.ts'
import { fieldName, toFields } from '../fields.ts'

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
      .describe('Mid-rank share of peers with a lower value; ranked metrics only.'),
    Score: share.describe('1 is best: the percentile or the value, reversed if lower is better.'),
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
      .describe('Mean of its members; if none is known it is absent and its weight is lost.'),
    Members: z.array(z.string()).describe('Keys of its metrics.'),
  })
  .meta({ id: 'RatingCategory' })

/** Fields of a rating besides its state. */
export const verdictShape = {
  Score: z.number().min(0).max(100).optional(),
  Verdict: z.enum(['Strong', 'Good', 'Mixed', 'Weak']).optional(),
  PolicyVersion: z.string(),
  BottomLine: z.string(),
  EvidenceRef: z.string().optional().describe('Ref of the score.'),
}

/** Data of the section Rating: the score with every input. */
export const ratingData = z
  .strictObject({
    State: z.enum(['Scored', 'NotEnoughData']),
    ...verdictShape,
    Categories: z.array(ratingCategory),
    Metrics: z.array(metric),
    Missing: z
      .array(z.string())
      .describe('Keys of unknown metrics; within a category they cost nothing.'),
  })
  .meta({ id: 'RatingData' })
export type RatingData = z.output<typeof ratingData>

export const presentRating = (rating: RatingView): RatingData => ({
  ...presentVerdict(rating),
  State: rating.verdict.state === 'Scored' ? 'Scored' : 'NotEnoughData',
  Categories: rating.categories.map(presentCategory),
  Metrics: rating.metrics.map(presentMetric),
  Missing: rating.missing.map(fieldName),
})

export const presentVerdict = ({ verdict, evidence }: Omit<RatingOutline, 'categories'>) => ({
  State: verdict.state,
  Score: verdict.score,
  Verdict: verdict.band,
  PolicyVersion: verdict.policyVersion,
  BottomLine: verdict.bottomLine,
  EvidenceRef: evidence?.ref,
})

export const presentCategory = ({ key, members, ...category }: ShownCategory) => ({
  ...toFields(category),
  Key: fieldName(key),
  Members: members.map(fieldName),
})

const presentMetric = ({ key, category, peers, ref, evidence: _, ...metric }: ShownMetric) => ({
  ...toFields(metric),
  Key: fieldName(key),
  Category: fieldName(category),
  Peers: peers && toFields(peers),
  EvidenceRef: ref,
})
