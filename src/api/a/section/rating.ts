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
    Category: z.string().describe('Key of the category.'),
    Value: z
      .union([z.number(), z.boolean()])
      .describe('Value as filed or derived, before scoring.'),
    Unit: z.enum(['ratio', 'months', 'boolean', 'count']),
    Direction: z.enum(['higher', 'lower']).describe('Whether a higher or lower value is better.'),
    Percentile: share
      .optional()
      .describe(
        'Share of peers with a lower value, 0 to 1. Each peer with an equal value counts as half a peer. Present only for ranked metrics. Unlike Score, it is not reversed if a lower value is better.',
      ),
    Score: share.describe(
      'Score of the metric, 0 to 1, where 1 is best. It is the percentile or the value, reversed if a lower value is better.',
    ),
    Peers: z
      .strictObject({
        Group: z
          .string()
          .describe(
            'Form, NTEE major group, and revenue as a power of ten, such as 990:P:6 (revenue of $1 million to $10 million).',
          ),
        Label: z.string(),
        Size: z
          .int()
          .min(1)
          .describe('Number of peers with the metric, including the organization.'),
      })
      .optional(),
    EvidenceRef: z.string(),
  })
  .meta({ id: 'RatingMetric' })

export const ratingCategory = z
  .strictObject({
    Key: z.string(),
    Label: z.string(),
    Weight: z.number().describe('Weight of the category, out of 100.'),
    Score: share
      .optional()
      .describe(
        'Mean score of the known metrics, 0 to 1. If no metric is known, the score is absent, and the category earns no points.',
      ),
    Members: z.array(z.string()).describe('Keys of the metrics in the category.'),
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
      .describe(
        "Keys of the metrics that are unknown. Unknown metrics do not lower a category's score.",
      ),
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
