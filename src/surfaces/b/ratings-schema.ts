import { z } from 'zod'
import { BANDS } from '../../rating/rating.ts'
import { evidenceRegistry } from './evidence.ts'
import { src } from './figure.ts'
import { about, filing } from './filing-schema.ts'

const share = z.number().min(0).max(1)
const derivedFrom = z
  .array(z.string())
  .optional()
  .describe('Refs of what it is computed from; of a score, those of its metrics.')

export const ratingState = z
  .enum(['scored', 'not_enough_data', 'not_rated_here'])
  .describe('not_rated_here: the form it files is not rated.')

export const trust = z
  .strictObject({
    score: z.number().min(0).max(100),
    band: z.enum(BANDS),
    ref: z.string(),
    formula: z.string().optional(),
    derived_from: derivedFrom,
    _src: src,
  })
  .meta({ id: 'Trust' })

export const ratedCategory = z
  .strictObject({
    key: z.string(),
    label: z.string(),
    weight: z.number().describe('Of 100.'),
    score: share
      .optional()
      .describe('Mean of its members; absent where none is known, which costs its weight.'),
    members: z.array(z.string()).describe('Keys of the metrics it is the mean of.'),
  })
  .meta({ id: 'RatedCategory' })

const ratedMetric = z
  .strictObject({
    key: z.string(),
    label: z.string(),
    category: z.string().describe('Key of its category.'),
    value: z.union([z.number(), z.boolean()]).describe('As filed or derived, before it is scored.'),
    unit: z.enum(['ratio', 'months', 'boolean', 'count']),
    direction: z.enum(['higher', 'lower']).describe('Which end of the value is better.'),
    percentile: share
      .optional()
      .describe('Mid-rank share of peers with a lower value; of ranked metrics only.'),
    score: share.describe('1 is best: the percentile or the value, turned where lower is better.'),
    peers: z
      .strictObject({
        group: z.string().describe('Form, NTEE major group, decade of revenue: 990:P:6.'),
        label: z.string(),
        size: z.int().min(1).describe('How many have the metric, the organization included.'),
      })
      .optional(),
    ref: z.string(),
    formula: z.string().optional().describe('How a derived value is computed.'),
    derived_from: derivedFrom,
    _src: src,
  })
  .meta({ id: 'RatedMetric' })

export const ratingsData = z.strictObject({
  ...about,
  filing: filing.describe('The return that is rated; the latest where none is.'),
  state: ratingState,
  policy_version: z.string().describe('Of the model; none where nothing has been rated.'),
  bottom_line: z.string(),
  trust: trust.optional().describe('Absent unless the state is scored.'),
  categories: z.array(ratedCategory),
  ratings: z.array(ratedMetric),
  not_known: z
    .array(z.string())
    .describe('Metrics that are not known; within a category they cost nothing.'),
  evidence: evidenceRegistry,
})
export type RatingsData = z.output<typeof ratingsData>
