import { z } from 'zod'
import type { EvidenceRef } from '#src/organizations/evidence/evidence-ref.ts'
import {
  type Ratings,
  readRatings,
  type ShownCategory,
  type ShownMetric,
} from '#src/organizations/page/rating-view.ts'
import { BANDS } from '#src/rating/rating.ts'
import type { Verdict } from '#src/rating/verdict.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { attribute } from './attribute.ts'
import { evidenceRegistry } from './evidence.ts'
import { about, filing, presentAbout, presentFiling } from './fields.ts'
import { src, toSnakeCase } from './figure.ts'
import { deepDive } from './operation.ts'

const share = z.number().min(0).max(1)
const derivedFrom = z
  .array(z.string())
  .optional()
  .describe('Refs of what it is computed from; for a score, its metrics.')

export const ratingState = z
  .enum(['scored', 'not_enough_data', 'not_rated_here'])
  .describe('not_rated_here: its form is not rated.')

const trust = z
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
      .describe('Mean of its members; if none is known it is absent and its weight is lost.'),
    members: z.array(z.string()).describe('Keys of its metrics.'),
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
      .describe('Mid-rank share of peers with a lower value; ranked metrics only.'),
    score: share.describe('1 is best: the percentile or the value, reversed if lower is better.'),
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
  filing: filing.describe('The rated return, or the latest.'),
  state: ratingState,
  policy_version: z.string().describe('Version of the model; none if nothing is rated.'),
  bottom_line: z.string(),
  trust: trust.optional().describe('Absent unless the state is scored.'),
  categories: z.array(ratedCategory),
  ratings: z.array(ratedMetric),
  not_known: z.array(z.string()).describe('Unknown metrics; within a category they cost nothing.'),
  evidence: evidenceRegistry,
})
export type RatingsData = z.output<typeof ratingsData>

export const ratingsRoute = deepDive('/api/v2/charity/:ein/ratings', {
  operationId: 'readRatings',
  examples: example('An organization', { path: inPath(DEMO.turkanaWells) }),
  summary: 'Rating with every metric, category and peer group',
  description:
    'Each metric is scored from 0 to 1 by its rank among peers or by its value; categories are means of their metrics, and their weights add up to 100. Based on the latest return of the primary form; only Form 990 and Form 990-EZ are rated.',
  data: ratingsData,
  envelope: 'RatingsEnvelope',
  read: (deps, { ein }) => readRatings(deps, ein),
  present: presentRatings,
})

export const STATES = {
  Scored: 'scored',
  NotEnoughData: 'not_enough_data',
  NotRatedHere: 'not_rated_here',
} as const satisfies Record<Verdict['state'], string>

function presentRatings({ organization, filing, verdict, rating }: Ratings): RatingsData {
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

export const presentCategory = ({ key, members, ...category }: ShownCategory) => ({
  ...category,
  key: toSnakeCase(key),
  members: members.map(toSnakeCase),
})

const presentMetric = ({ key, category, evidence, ...metric }: ShownMetric) => ({
  ...metric,
  key: toSnakeCase(key),
  category: toSnakeCase(category),
  ...presentSource(evidence),
})

const presentSource = (evidence: EvidenceRef | undefined) => ({
  formula: evidence?.formula,
  derived_from: evidence?.derivedFrom,
})
