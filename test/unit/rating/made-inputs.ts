import type { MetricKey } from '#src/rating/metrics.ts'
import type { RatingInput } from '#src/rating/rating.ts'

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
