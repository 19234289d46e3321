import { z } from 'zod'
import type { EvidenceRef } from '#src/organizations/evidence/evidence-ref.ts'
import {
  type Ratings,
  readRatings,
  type ShownCategory,
  type ShownMetric,
} from '#src/organizations/page/rating-view.ts'
import { BANDS, RATED_FORMS } from '#src/rating/rating.ts'
import type { Verdict } from '#src/rating/verdict.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { component, optional, optionalObject, required } from '../shared/schemas.ts'
import { attribute } from './attribute.ts'
import { evidenceRegistry } from './evidence.ts'
import { about, filing, presentAbout, presentFiling } from './fields.ts'
import { src, toSnakeCase, toSnakeFields } from './figure.ts'
import { deepDive } from './operation.ts'

const share = z.number().min(0).max(1)
const derivedFrom = optional.strings('Refs of the inputs. For a score, the Refs of its metrics.')

export const ratingState = required.enum(
  ['scored', 'not_enough_data', 'not_rated_here'],
  'not_enough_data: the return reports too little to be rated, or no rating has been computed yet. not_rated_here: the form is not rated, or no return is loaded.',
)

const trust = component('Trust', {
  score: z.number().min(0).max(100),
  band: optional.enum(BANDS, 'Absent if the rated return is more than three years old.'),
  possible: required.number(
    'The most that the score could be. Categories without a known metric add no points.',
  ),
  standing: optional.object(
    'Standing of the score among the filers of the same form. Absent if there are fewer than 30, or if the return is more than three years old.',
    {
      percentile: share.describe('Share of the filers with a lower score, 0 to 1.'),
      peers: required.int('Number of scored filers of the form in the cohort.'),
      form: z.enum(RATED_FORMS),
    },
  ),
  ref: z.string(),
  formula: z.string().optional(),
  derived_from: derivedFrom,
  _src: src,
})

export const ratedCategory = component('RatedCategory', {
  key: z.string(),
  label: z.string(),
  weight: required.number('Weight of the category, out of 100.'),
  score: share
    .optional()
    .describe(
      'Mean score of the known metrics, 0 to 1. If no metric is known, the score is absent, and the category earns no points.',
    ),
  members: required.strings('Keys of the metrics in the category.'),
})

const ratedMetric = component('RatedMetric', {
  key: z.string(),
  label: z.string(),
  category: required.string('Key of the category.'),
  value: z.union([z.number(), z.boolean()]).describe('Value as filed or derived, before scoring.'),
  unit: z.enum(['ratio', 'months', 'boolean', 'count']),
  direction: required.enum(['higher', 'lower'], 'Whether a higher or lower value is better.'),
  percentile: share
    .optional()
    .describe(
      'Share of peers with a lower value, 0 to 1. Each peer with an equal value counts as half a peer. Present only for ranked metrics. Unlike score, it is not reversed if a lower value is better.',
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
  formula: optional.string('Formula for a derived value.'),
  derived_from: derivedFrom,
  _src: src,
})

export const ratingsData = z.strictObject({
  ...about,
  filing: filing.describe('The rated return or, if there is no rating, the latest return.'),
  state: ratingState,
  policy_version: required.string('Version of the rating model, or `none` if there is no rating.'),
  bottom_line: z.string(),
  cohort_date: z.iso
    .date()
    .optional()
    .describe('Day on which the returns that ratings are ranked against were chosen.'),
  trust: trust.optional().describe('Present only if `state` is `scored`.'),
  categories: z.array(ratedCategory),
  ratings: z.array(ratedMetric),
  not_known: required.strings(
    "Keys of the metrics that are unknown. Unknown metrics do not lower a category's score.",
  ),
  evidence: evidenceRegistry,
})
export type RatingsData = z.output<typeof ratingsData>

export const ratingsRoute = deepDive('/api/v2/charity/:ein/ratings', {
  operationId: 'readRatings',
  examples: example('An organization', { path: inPath(DEMO.turkanaWells) }),
  summary: 'Get the rating with every metric, category, and peer group',
  description:
    "Rates the latest return of the primary form if that form is Form 990 or Form 990-EZ. Each metric scores from 0 to 1, based on its rank among peers or on its value. A category's score is the mean of its metric scores. The category weights add up to 100.",
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
  const { score, band, possible, standing } = verdict
  const evidence = rating?.evidence
  const isScored = score !== undefined && possible !== undefined && evidence !== undefined
  const data = {
    ...presentAbout(organization),
    filing: presentFiling(filing),
    state: STATES[verdict.state],
    ...toSnakeFields(verdict, 'policyVersion', 'bottomLine', 'cohortDate'),
    ...(isScored && {
      trust: { score, band, possible, standing, ref: evidence.ref, ...presentSource(evidence) },
    }),
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
