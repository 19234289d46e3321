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
import { component } from '../shared/schemas.ts'
import { oneWord } from '../shared/skin.ts'
import { filing } from './fields.ts'
import { deepDive } from './operation.ts'

export const ratingState = oneWord(
  ['Scored', 'NotEnoughData', 'NotRatedHere'],
  'not_rated_here: the form is not rated, or no return is loaded.',
)
export const policyVersion = z.string()

const derived = {
  formula: z.string().optional(),
  derivedFrom: z.array(z.string()).optional(),
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
    'Rates the latest return of the primary form if that is Form 990 or 990-EZ. Metrics score by their rank among peers or by their value. The category weights add up to 100.',
  envelope: 'RatingsEnvelope',
  about: {
    filing: filing,
  },
  data: {
    state: ratingState,
    policyVersion,
    bottomLine: z.string(),
    cohortDate,
    trust: trust.optional(),
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
