import { z } from 'zod'
import type { RatingOutline, RatingView } from '#src/organizations/page/rating-view.ts'
import {
  cohortDate,
  metricShape,
  missingMetrics,
  ratingCategory,
  scoreShape,
} from '../../shared/rating.ts'
import { component } from '../../shared/schemas.ts'
import type { OnA } from '../../shared/skin.ts'
import type { BY_REF } from '../fields.ts'

/** A rating without its metrics. */
const outline = <const State extends readonly string[]>(states: State) => ({
  state: z.enum(states),
  ...scoreShape,
  cohortDate,
  policyVersion: z.string(),
  bottomLine: z.string(),
  ref: z.string().optional(),
  categories: z.array(ratingCategory),
})

const { categories, ...compared } = outline(['Scored', 'NotEnoughData', 'NotRatedHere'])

/** The rating of an organization that is compared with others. */
export const comparedRating = component('ComparedRating', {
  ...compared,
  categories: categories,
})

export const toComparedRating = ({ verdict, evidence, categories }: RatingOutline) => ({
  ...verdict,
  ref: evidence?.ref,
  categories,
})

/** Data of the section Rating: the score with every input. */
export const rating = component('RatingData', {
  ...outline(['Scored', 'NotEnoughData']),
  metrics: z.array(component('RatingMetric', metricShape)),
  missing: missingMetrics,
})
export type RatingData = z.output<OnA<typeof rating, typeof BY_REF>>

export const toRating = ({ verdict, evidence, ...rating }: RatingView) => ({
  ...rating,
  ...verdict,
  state: verdict.state === 'Scored' ? ('Scored' as const) : ('NotEnoughData' as const),
  ref: evidence?.ref,
})
