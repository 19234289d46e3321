import type { CategoryKey, MetricKey } from './metrics.ts'

/**
 * Names the model; raised with every change of a metric, its formula, a weight, a peer group, a
 * threshold or a cross-check: inputs of another version are read anew.
 */
export const POLICY_VERSION = 'rating-1'

/** Forms that are rated (decisions part 8). */
export const RATED_FORMS = ['990', '990EZ'] as const
export type RatedForm = (typeof RATED_FORMS)[number]

/** The verdict by score; the same words are the band of `data.trust` (decisions part 8). */
export const BANDS = ['Strong', 'Good', 'Mixed', 'Weak'] as const
export type Band = (typeof BANDS)[number]

/** The least score of each band, best first, compared with the rounded score (decisions part 8). */
export const BAND_FLOORS: readonly { band: Band; from: number }[] = [
  { band: 'Strong', from: 85 },
  { band: 'Good', from: 70 },
  { band: 'Mixed', from: 55 },
  { band: 'Weak', from: 0 },
]

/** Whom a value was ranked among, and how many they are, the organization itself included. */
export type Peers = {
  /** `990:P:6`, `990:P` or `990`: form, NTEE major group, decade of revenue. */
  group: string
  size: number
}

/** A raw value and the Ref it came from. */
export type RatingInput = {
  key: MetricKey
  /** Ratio, months or count as derived; yes is 1 and no 0. */
  value: number
  ref: string
  /** Mid-rank share of peers with a lower value, 0 to 1; of ranked metrics only. */
  percentile?: number
  peers?: Peers
}

/** An input with its score: 0 to 1, 1 is best. */
export type RatedMetric = RatingInput & { score: number }

export type RatedCategory = {
  key: CategoryKey
  /** Of 100. */
  weight: number
  /** Mean of its members, 0 to 1; absent when it has none, which costs its weight. */
  score?: number
  members: MetricKey[]
}

/** What the model makes of inputs, with every component. */
export type RatingResult = {
  policyVersion: string
  metrics: RatedMetric[]
  categories: RatedCategory[]
} & ({ state: 'Scored'; score: number; band: Band } | { state: 'NotEnoughData' })

/** A rating as it is stored (table rating). */
export type Rating = {
  form: RatedForm
  objectId: string
  taxYear: number
  policyVersion: string
  state: 'Scored' | 'NotEnoughData'
  /** 0 to 100 with two decimals; null unless Scored. */
  score: number | null
  band: Band | null
  metrics: RatedMetric[]
  categories: RatedCategory[]
  /** Keys of the cross-checks that failed. */
  failedChecks: string[]
}
