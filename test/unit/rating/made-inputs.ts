import { CATEGORIES, type CategoryKey, type MetricKey } from '#src/rating/metrics.ts'
import { POLICY_VERSION, type Rating, type RatingInput } from '#src/rating/rating.ts'

/** An input that is not ranked. */
export const input = (key: MetricKey, value: number): RatingInput => ({
  key,
  value,
  ref: `derived:${key}:070000001:2023`,
})

/** An input ranked this high among a hundred peers. */
export const ranked = (key: MetricKey, percentile: number): RatingInput => ({
  ...input(key, 0.5),
  percentile,
  peers: { group: '990:P:6', size: 100 },
})

/** A good rating of a Form 990 of 2023, by default, with the scores of its known categories. */
export const makeRating = (
  made: Partial<Rating> = {},
  scores: Partial<Record<CategoryKey, number>> = {},
): Rating => ({
  form: '990',
  objectId: '202403199349301234',
  taxYear: 2023,
  policyVersion: POLICY_VERSION,
  state: 'Scored',
  score: 78.42,
  band: 'Good',
  metrics: [],
  taxPeriodEnd: '2023-12-31',
  cohortRelease: null,
  scores: null,
  unranked: [],
  categories: (Object.keys(CATEGORIES) as CategoryKey[]).map((key) => ({
    key,
    weight: CATEGORIES[key].weight,
    members: [],
    ...(scores[key] !== undefined && { score: scores[key] }),
  })),
  failedChecks: [],
  ...made,
})
