import type { RatedForm } from '#src/rating/rating.ts'

/** What peers have in common; null where it is not known. */
export type PeerTraits = {
  form: RatedForm
  /** NTEE major group, A to Y: Z is "Unknown", which is no cause to share. */
  majorGroup: string | null
  /** `revenueDecade` of the total revenue. */
  decade: number | null
}

/**
 * What `indexer/rate/sql/010-ranks.sql` must say, plainly: the groups an organization may be ranked in,
 * narrowest first: form, major group and decade of revenue (`990:P:6`), form and major group, form.
 * A level that needs what is not known is left out. It is ranked in the first of them that has
 * `LEAST_PEERS` organizations with the metric, else in the last, whatever its size.
 */
export function peerGroups({ form, majorGroup, decade }: PeerTraits): string[] {
  if (majorGroup === null) return [form]
  const narrow = decade === null ? [] : [`${form}:${majorGroup}:${decade}`]
  return [...narrow, `${form}:${majorGroup}`, form]
}
