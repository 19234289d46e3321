import { z } from 'zod'
import type {
  RatingOutline,
  RatingView,
  ShownCategory,
  ShownMetric,
} from '#src/organizations/page/rating-view.ts'
import { BANDS, RATED_FORMS } from '#src/rating/rating.ts'
import type { Verdict } from '#src/rating/verdict.ts'
import { component, optional, optionalObject, required } from '../../shared/schemas.ts'
import { fieldName, toFields } from '../fields.ts'

const share = z.number().min(0).max(1)

const metric = component('RatingMetric', {
  Key: z.string(),
  Label: z.string(),
  Category: required.string('Key of the category.'),
  Value: z.union([z.number(), z.boolean()]).describe('Value as filed or derived, before scoring.'),
  Unit: z.enum(['ratio', 'months', 'boolean', 'count']),
  Direction: required.enum(['higher', 'lower'], 'Whether a higher or lower value is better.'),
  Percentile: share
    .optional()
    .describe(
      'Share of peers with a lower value, 0 to 1. Each peer with an equal value counts as half a peer. Present only for ranked metrics. Unlike Score, it is not reversed if a lower value is better.',
    ),
  Score: share.describe(
    'Score of the metric, 0 to 1, where 1 is best. It is the percentile or the value, reversed if a lower value is better.',
  ),
  Peers: optionalObject({
    Group: required.string(
      'Form, NTEE major group, and revenue as a power of ten, such as 990:P:6 (revenue of $1 million to $10 million).',
    ),
    Label: z.string(),
    Size: z.int().min(1).describe('Number of returns in the peer group, when the cohort was made.'),
  }),
  EvidenceRef: z.string(),
})

export const ratingCategory = component('RatingCategory', {
  Key: z.string(),
  Label: z.string(),
  Weight: required.number('Weight of the category, out of 100.'),
  Score: share
    .optional()
    .describe(
      'Mean score of the known metrics, 0 to 1. If no metric is known, the score is absent, and the category earns no points.',
    ),
  Members: required.strings('Keys of the metrics in the category.'),
})

/** Where a score stands: fields of a rating on its own page and elsewhere. */
export const standingShape = {
  Possible: optional.number(
    'The most that Score could be. Categories without a known metric add no points.',
  ),
  Standing: optional.object(
    'Standing of Score among the filers of the same form. Absent if there are fewer than 30, or if the return is more than three years old.',
    {
      Percentile: share.describe('Share of the filers with a lower score, 0 to 1.'),
      Peers: required.int('Number of scored filers of the form in the cohort.'),
      Form: z.enum(RATED_FORMS),
    },
  ),
  CohortDate: z.iso
    .date()
    .optional()
    .describe('Day on which the returns that ratings are ranked against were chosen.'),
}

/** Fields of a rating besides its state. */
export const verdictShape = {
  Score: z.number().min(0).max(100).optional(),
  Verdict: optional.enum(BANDS, 'Absent if the rated return is more than three years old.'),
  ...standingShape,
  PolicyVersion: z.string(),
  BottomLine: z.string(),
  EvidenceRef: optional.string('Ref of the score.'),
}

/** Data of the section Rating: the score with every input. */
export const ratingData = component('RatingData', {
  State: z.enum(['Scored', 'NotEnoughData']),
  ...verdictShape,
  Categories: z.array(ratingCategory),
  Metrics: z.array(metric),
  Missing: required.strings(
    "Keys of the metrics that are unknown. Unknown metrics do not lower a category's score.",
  ),
})
export type RatingData = z.output<typeof ratingData>

export const presentRating = (rating: RatingView): RatingData => ({
  ...presentVerdict(rating),
  State: rating.verdict.state === 'Scored' ? 'Scored' : 'NotEnoughData',
  Categories: rating.categories.map(presentCategory),
  Metrics: rating.metrics.map(presentMetric),
  Missing: rating.missing.map(fieldName),
})

export const presentStanding = ({ possible, standing, cohortDate }: Verdict) => ({
  Possible: possible,
  Standing: standing && toFields(standing),
  CohortDate: cohortDate,
})

export const presentVerdict = ({ verdict, evidence }: Omit<RatingOutline, 'categories'>) => ({
  ...toFields(verdict, 'state', 'score', 'policyVersion', 'bottomLine'),
  Verdict: verdict.band,
  ...presentStanding(verdict),
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
