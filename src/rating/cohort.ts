import { METRICS, type MetricDefinition, type MetricKey } from './metrics.ts'
import { type PeerTraits, peerGroups } from './peers.ts'
import type { Distribution, RatingInput } from './rating.ts'

/** The key of the distribution of scores, whose peer groups are forms. */
export const SCORE_KEY = 'score'

/** The distributions that ratings are ranked against, by metric and then by peer group. */
export type Cohort = ReadonlyMap<MetricKey | typeof SCORE_KEY, ReadonlyMap<string, Distribution>>

/**
 * Returns the inputs with the percentile of each ranked metric in the narrowest peer group that the
 * cohort has. A metric that too few peers have gets no percentile.
 */
export function rankInputs(
  inputs: readonly RatingInput[],
  traits: PeerTraits,
  cohort: Cohort,
): RatingInput[] {
  const groups = peerGroups(traits)
  return inputs.map(({ key, value, ref }) => {
    const own = cohort.get(key)
    const group = groups.find((one) => own?.has(one))
    const distribution = group === undefined ? undefined : own?.get(group)
    if (group === undefined || !distribution) return { key, value, ref }
    const { cap = value }: MetricDefinition = METRICS[key]
    const percentile = percentileIn(distribution, Math.min(value, cap))
    return { key, value, ref, percentile, peers: { group, size: distribution.size } }
  })
}

/**
 * Returns the mid-rank share of a value, 0 to 1: the share of peers with a lower value, plus half of
 * the share with the same value. A value between two kept ones has the middle of their ranks, which
 * is exact if all values are kept. The kept values next to this one are enough.
 */
export function percentileIn({ size, values, below, upto }: Distribution, value: number): number {
  const at = firstNotBelow(values, value)
  const isKept = values[at] === value
  const lower = isKept ? below[at] : upto[at - 1]
  const higher = isKept ? upto[at] : below[at]
  return ((lower ?? 0) + (higher ?? size)) / (2 * size)
}

/** Returns the index of the first value that is not below another one, by binary search. */
function firstNotBelow(values: readonly number[], value: number): number {
  let from = 0
  let to = values.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((values[middle] ?? value) < value) from = middle + 1
    else to = middle
  }
  return from
}
