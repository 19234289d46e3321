import { z } from 'zod'
import { BANDS, RATED_FORMS } from '#src/rating/rating.ts'
import { component, optionalObject } from './schemas.ts'
import { nameOf } from './skin.ts'

const share = z.number().min(0).max(1)

/** A metric of a rating, as in `ShownMetric`. */
export const metricShape = {
  key: nameOf(z.string()),
  label: z.string(),
  category: nameOf(z.string()),
  value: z.union([z.number(), z.boolean()]),
  unit: z.enum(['ratio', 'months', 'boolean', 'count']),
  direction: z.enum(['higher', 'lower']),
  percentile: share
    .optional()
    .describe(
      'Share of peers with a lower value. Unlike $score, it is not reversed if a lower value is better.',
    ),
  score: share.describe('Percentile or value, reversed if a lower value is better.'),
  peers: optionalObject({
    group: z
      .string()
      .describe('Form, NTEE major group, and revenue as a power of ten, such as 990:P:6.'),
    label: z.string(),
    size: z.int().min(1),
  }),
  ref: z.string(),
}

/** A category of a rating, as in `ShownCategory`. */
export const ratingCategory = component('RatingCategory', {
  key: nameOf(z.string()),
  label: z.string(),
  weight: z.number(),
  score: share
    .optional()
    .describe('Mean score of the known metrics. If it is absent, the category earns no points.'),
  members: z.array(nameOf(z.string())),
})

/** Keys of the metrics that a rating does not use. */
export const missingMetrics = z.array(nameOf(z.string()))

/** A score and where it stands, as in `Verdict`. */
export const scoreShape = {
  score: z.number().min(0).max(100).optional(),
  band: z.enum(BANDS).optional(),
  possible: z.number().optional().describe('The most that $score could be.'),
  standing: component('Standing', {
    percentile: share.describe('Share of the filers with a lower score, 0 to 1.'),
    peers: z.int(),
    form: z.enum(RATED_FORMS),
  }).optional(),
}

export const cohortDate = z.iso.date().optional()
