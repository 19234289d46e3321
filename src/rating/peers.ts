import type { RatedForm } from './rating.ts'

/**
 * Peers a group should have at least (decisions part 8): among fewer, one neighbour more or less
 * would move a percentile by over three hundredths.
 */
export const LEAST_PEERS = 30

/**
 * The decade of a revenue in whole US dollars, `floor(log10)`: 5 for $100,000 to $999,999;
 * undefined where it is not known or not above 0.
 */
export const revenueDecade = (revenue: number | undefined): number | undefined =>
  revenue !== undefined && revenue > 0 ? Math.floor(Math.log10(revenue)) : undefined

/** What peers have in common; null where it is not known. */
export type PeerTraits = {
  form: RatedForm
  /** NTEE major group, A to Y: Z is "Unknown", which is no cause to share. */
  majorGroup: string | null
  /** `revenueDecade` of the total revenue. */
  decade: number | null
}

/**
 * The groups an organization may be ranked in, narrowest first: form, major group and decade of
 * revenue (`990:P:6`), form and major group, form. A level that needs what is not known is left
 * out. It is ranked in the first of them that has `LEAST_PEERS` organizations with the metric,
 * else in the last, whatever its size.
 */
export function peerGroups({ form, majorGroup, decade }: PeerTraits): string[] {
  if (majorGroup === null) return [form]
  const narrow = decade === null ? [] : [`${form}:${majorGroup}:${decade}`]
  return [...narrow, `${form}:${majorGroup}`, form]
}
