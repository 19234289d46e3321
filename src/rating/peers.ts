import { MAJOR_GROUPS } from '../domain/ntee.ts'
import type { RatedForm } from './rating.ts'

/**
 * Peers a group should have at least (decisions part 8): among fewer, one neighbour more or less
 * would move a percentile by over three hundredths.
 */
export const LEAST_PEERS = 30

const LETTERS: ReadonlySet<string> = new Set(MAJOR_GROUPS.map(({ letter }) => letter))

/** The NTEE major group of a registry's code, A to Z; undefined where it names none. */
export function majorGroupOf(nteeCode: string | null | undefined): string | undefined {
  const letter = nteeCode?.trim().slice(0, 1).toUpperCase()
  return letter !== undefined && LETTERS.has(letter) ? letter : undefined
}

/**
 * The decade of a revenue in whole US dollars, `floor(log10)`: 5 for $100,000 to $999,999;
 * undefined where it is not known or not above 0.
 */
export const revenueDecade = (revenue: number | undefined): number | undefined =>
  revenue !== undefined && revenue > 0 ? Math.floor(Math.log10(revenue)) : undefined

/** What peers have in common. Revenue in US dollars. */
export type PeerTraits = {
  form: RatedForm
  majorGroup: string | undefined
  revenue: number | undefined
}

/**
 * The groups an organization may be ranked in, narrowest first: form, major group and decade of
 * revenue (`990:P:6`), form and major group, form. A level that needs what is not known is left
 * out. It is ranked in the first of them that has `LEAST_PEERS` organizations with the metric,
 * else in the last, whatever its size.
 */
export function peerGroups({ form, majorGroup, revenue }: PeerTraits): string[] {
  if (majorGroup === undefined) return [form]
  const decade = revenueDecade(revenue)
  const narrow = decade === undefined ? [] : [`${form}:${majorGroup}:${decade}`]
  return [...narrow, `${form}:${majorGroup}`, form]
}
