import { z } from 'zod'
import type { EvidenceRef } from '#src/organizations/evidence/evidence-ref.ts'
import { readRatings } from '#src/organizations/page/rating-view.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import {
  cohortDate,
  metricShape,
  missingMetrics,
  ratingCategory,
  scoreShape,
} from '../shared/rating.ts'
import { component, optional, required } from '../shared/schemas.ts'
import { oneWord } from '../shared/skin.ts'
import { filing } from './fields.ts'
import { deepDive } from './operation.ts'

export const ratingState = oneWord(
  ['Scored', 'NotEnoughData', 'NotRatedHere'],
  'not_enough_data: the return reports too little to be rated, or no rating has been computed yet. not_rated_here: the form is not rated, or no return is loaded.',
)
export const policyVersion = required.string(
  'Version of the rating model, or `none` if there is no rating.',
)

const derived = {
  formula: optional.string('Formula for a derived value.'),
  derivedFrom: optional.strings('Refs of the inputs. For a score, the Refs of its metrics.'),
}

const trust = component('Trust', {
  ...scoreShape,
  score: z.number().min(0).max(100),
  ref: z.string(),
  ...derived,
})

export const ratingsRoute = deepDive('/api/v2/charity/:ein/ratings', {
  operationId: 'readRatings',
  examples: example('An organization', { path: inPath(DEMO.turkanaWells) }),
  summary: 'Get the rating with every metric, category, and peer group',
  description:
    "Rates the latest return of the primary form if that form is Form 990 or Form 990-EZ. Each metric scores from 0 to 1, based on its rank among peers or on its value. A category's score is the mean of its metric scores. The category weights add up to 100.",
  envelope: 'RatingsEnvelope',
  about: {
    filing: filing.describe('The rated return or, if there is no rating, the latest return.'),
  },
  data: {
    state: ratingState,
    policyVersion,
    bottomLine: z.string(),
    cohortDate,
    trust: trust.optional().describe('Present only if `state` is `scored`.'),
    categories: z.array(ratingCategory),
    ratings: z.array(component('RatedMetric', { ...metricShape, ...derived })),
    notKnown: missingMetrics,
  },
  read: (deps, { ein }) => readRatings(deps, ein),
  present: ({ verdict, rating }) => ({
    ...verdict,
    trust:
      rating?.evidence && verdict.score !== undefined
        ? {
            ...verdict,
            score: verdict.score,
            ...sourceOf(rating.evidence),
            ref: rating.evidence.ref,
          }
        : undefined,
    categories: rating?.categories ?? [],
    ratings: (rating?.metrics ?? []).map((metric) => ({ ...metric, ...sourceOf(metric.evidence) })),
    notKnown: rating?.missing ?? [],
  }),
})

const sourceOf = (evidence: EvidenceRef | undefined) => ({
  formula: evidence?.formula,
  derivedFrom: evidence?.derivedFrom,
})
