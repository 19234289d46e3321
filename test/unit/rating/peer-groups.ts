import type { RatedForm } from '#src/rating/rating.ts'

/** The attributes that peers share; null if unknown. */
export type PeerTraits = {
  form: RatedForm
  /** NTEE major group, A to Y. Z is "Unknown", which is not a shared cause. */
  majorGroup: string | null
  /** `revenueDecade` of the total revenue. */
  decade: number | null
}

/**
 * The expected result of `indexer/rate/sql/010-ranks.sql`: the groups an organization may be ranked
 * in, narrowest first: form, major group, and decade of revenue (`990:P:6`), form and major group,
 * form. A level with an unknown attribute is omitted. The organization is ranked in the first group
 * that has `LEAST_PEERS` organizations with the metric, else in the last, at any size.
 */
export function peerGroups({ form, majorGroup, decade }: PeerTraits): string[] {
  if (majorGroup === null) return [form]
  const narrow = decade === null ? [] : [`${form}:${majorGroup}:${decade}`]
  return [...narrow, `${form}:${majorGroup}`, form]
}
