import { z } from 'zod'
import { BANDS, RATED_FORMS } from '#src/rating/rating.ts'
import { component, optional, optionalObject, required } from './schemas.ts'
import { nameOf } from './skin.ts'

const share = z.number().min(0).max(1)

/** A metric of a rating, as in `ShownMetric`. */
export const metricShape = {
  key: nameOf(z.string()),
  label: z.string(),
  category: nameOf(z.string()).describe('Key of the category.'),
  value: z.union([z.number(), z.boolean()]).describe('Value as filed or derived, before scoring.'),
  unit: z.enum(['ratio', 'months', 'boolean', 'count']),
  direction: required.enum(['higher', 'lower'], 'Whether a higher or lower value is better.'),
  percentile: share
    .optional()
    .describe(
      'Share of peers with a lower value, 0 to 1. Each peer with an equal value counts as half a peer. Present only for ranked metrics. Unlike $score, it is not reversed if a lower value is better.',
    ),
  score: share.describe(
    'Score of the metric, 0 to 1, where 1 is best. It is the percentile or the value, reversed if a lower value is better.',
  ),
  peers: optionalObject({
    group: required.string(
      'Form, NTEE major group, and revenue as a power of ten, such as 990:P:6 (revenue of $1 million to $10 million).',
    ),
    label: z.string(),
    size: z.int().min(1).describe('Number of returns in the peer group, when the cohort was made.'),
  }),
  ref: z.string(),
}

/** A category of a rating, as in `ShownCategory`. */
export const ratingCategory = component('RatingCategory', {
  key: nameOf(z.string()),
  label: z.string(),
  weight: required.number('Weight of the category, out of 100.'),
  score: share
    .optional()
    .describe(
      'Mean score of the known metrics, 0 to 1. If no metric is known, the score is absent, and the category earns no points.',
    ),
  members: z.array(nameOf(z.string())).describe('Keys of the metrics in the category.'),
})

/** Keys of the metrics that a rating does not use. */
export const missingMetrics = z
  .array(nameOf(z.string()))
  .describe(
    "Keys of the metrics that are unknown. Unknown metrics do not lower a category's score.",
  )

/** A score and where it stands, as in `Verdict`. */
export const scoreShape = {
  score: z.number().min(0).max(100).optional(),
  band: optional.enum(BANDS, 'Absent if the rated return is more than three years old.'),
  possible: optional.number(
    'The most that $score could be. Categories without a known metric add no points.',
  ),
  standing: optional.object(
    'Standing of $score among the filers of the same form. Absent if there are fewer than 30, or if the return is more than three years old.',
    {
      percentile: share.describe('Share of the filers with a lower score, 0 to 1.'),
      peers: required.int('Number of scored filers of the form in the cohort.'),
      form: z.enum(RATED_FORMS),
    },
  ),
}

export const cohortDate = z.iso
  .date()
  .optional()
  .describe('Day on which the returns that ratings are ranked against were chosen.')
