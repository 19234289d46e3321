import type { Form } from '../domain/form.ts'
import { isOld } from '../domain/tax-period.ts'
import type { CategoryKey, MetricKey } from './metrics.ts'

/**
 * Version of the model. Raise it with every change of a metric, formula, weight, peer group,
 * threshold, or cross-check, so that inputs are read again.
 */
export const POLICY_VERSION = 'rating-3'

/** Forms that are rated. */
export const RATED_FORMS = ['990', '990EZ'] as const
export type RatedForm = (typeof RATED_FORMS)[number]
export const isRated = (form: Form): form is RatedForm => RATED_FORMS.some((one) => one === form)

/** Bands of scores, also used by `data.trust` of surface B. */
export const BANDS = ['Strong', 'Good', 'Mixed', 'Weak'] as const
export type Band = (typeof BANDS)[number]

/** The minimum rounded score of each band, best first. */
export const BAND_FLOORS: readonly { band: Band; from: number }[] = [
  { band: 'Strong', from: 85 },
  { band: 'Good', from: 70 },
  { band: 'Mixed', from: 55 },
  { band: 'Weak', from: 0 },
]

/**
 * Returns a score as a whole number for display that never reaches the next band: 84.6 is Good, so
 * it is shown as 84 and not as 85, which is Strong.
 */
export function wholeScore(score: number): number {
  const rounded = Math.round(score)
  const isNextBand = BAND_FLOORS.some(({ from }) => score < from && rounded >= from)
  return isNextBand ? Math.floor(score) : rounded
}

/** Returns a band, or undefined if the rated return is too old on a day, YYYY-MM-DD, to judge by. */
export const bandOn = <Name extends string>(
  band: Name,
  taxPeriodEnd: string | null | undefined,
  today: string,
): Name | undefined => (taxPeriodEnd && isOld(taxPeriodEnd, today) ? undefined : band)

/** How the values of a metric are distributed among peers (table rating_distribution). */
export type Distribution = {
  /** How many peers have a value. */
  size: number
  /** Distinct values, ascending; in a large group, only some of them. */
  values: readonly number[]
  /** For each value, how many peers have a lower one, and how many a lower or equal one. */
  below: readonly number[]
  upto: readonly number[]
}

/** A peer group and how many returns of the cohort it has. */
export type Peers = {
  /** `990:P:6`, `990:P`, or `990`: form, NTEE major group, decade of revenue. */
  group: string
  size: number
}

/** A raw value and its Ref. */
export type RatingInput = {
  key: MetricKey
  /** Ratio, months, or count; yes is 1, no is 0. */
  value: number
  ref: string
  /** Mid-rank share of peers with a lower value, 0 to 1; absent without enough peers. */
  percentile?: number
  peers?: Peers
}

/** An input with its score: 0 to 1, 1 is best. */
export type RatedMetric = RatingInput & { score: number }

export type RatedCategory = {
  key: CategoryKey
  /** Points out of 100. */
  weight: number
  /** Mean of its members, 0 to 1; absent without members, in which case its weight is lost. */
  score?: number
  members: MetricKey[]
}

/** The result of the model, with every component. */
export type RatingResult = {
  policyVersion: string
  metrics: RatedMetric[]
  /** Metrics that the return reports, but that too few peers have to rank them. */
  unranked: MetricKey[]
  categories: RatedCategory[]
} & ({ state: 'Scored'; score: number; band: Band } | { state: 'NotEnoughData' })

/** A stored rating (table rating). */
export type Rating = Pick<
  RatingResult,
  'policyVersion' | 'state' | 'metrics' | 'unranked' | 'categories'
> & {
  form: RatedForm
  objectId: string
  taxYear: number
  /** End of the rated return's tax period, YYYY-MM-DD; null if it was replaced. */
  taxPeriodEnd: string | null
  /** 0 to 100 with two decimals; null if not scored. */
  score: number | null
  band: Band | null
  /** Keys of the cross-checks that failed. */
  failedChecks: string[]
  /** The release of the cohort it is ranked against; null before the first cohort. */
  cohortRelease: string | null
  /** Scores next to this one, of the form's filers in the cohort; null if there are too few. */
  scores: Distribution | null
}
