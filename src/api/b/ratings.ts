import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ProfileDeps } from '#src/organizations/deps.ts'
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
import { einParams, noQuery } from '../shared/parameters.ts'
import { attribute } from './attribute.ts'
import { evidenceRegistry } from './evidence.ts'
import { about, filing, presentAbout, presentFiling } from './fields.ts'
import { src, toSnakeCase } from './figure.ts'
import { answerTimed, operation } from './operation.ts'

const share = z.number().min(0).max(1)
const derivedFrom = z
  .array(z.string())
  .optional()
  .describe('Refs of what it is computed from; of a score, those of its metrics.')

export const ratingState = z
  .enum(['scored', 'not_enough_data', 'not_rated_here'])
  .describe('not_rated_here: the form it files is not rated.')

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

export const ratingRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/charity/:ein/ratings', {
      ...operation({
        operationId: 'readRatings',
        examples: example('An organization', { path: inPath(DEMO.turkanaWells) }),
        summary: 'Rating with every metric, category and peer group',
        description:
          'The rating is absolute, 0 to 100: each metric is scored from 0 to 1 by its place among peers or as it stands, categories are means of their metrics, and their weights add up to 100. It is made of the latest return of the primary form; only Form 990 and Form 990-EZ are rated.',
        request: { params: einParams, querystring: noQuery },
        data: ratingsData,
        envelope: 'RatingsEnvelope',
      }),
      handler: async (request) =>
        answerTimed(
          deps,
          request,
          (timed) => readRatings(timed, request.params.ein),
          presentRatings,
        ),
    })
  }

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
  percentile: metric.percentile,
  score: metric.score,
  ...(metric.peers && { peers: metric.peers }),
  ref: metric.ref,
  ...presentSource(metric.evidence),
})

const presentSource = (evidence: EvidenceRef | undefined) => ({
  ...(evidence?.formula !== undefined && { formula: evidence.formula }),
  ...(evidence?.derivedFrom && { derived_from: evidence.derivedFrom }),
})
