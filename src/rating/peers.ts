import { FORM_NAMES } from '../domain/facts/citation.ts'
import type { Form } from '../domain/form.ts'
import { describeDollars } from '../domain/money.ts'
import { nteeLabel } from '../domain/ntee.ts'
import type { Peers, RatedForm } from './rating.ts'

/** The minimum group size: in a smaller group, one peer more or less moves a percentile by over 3 points. */
export const MIN_PEERS = 30

/**
 * Returns the decade of a revenue in whole US dollars, `floor(log10)`: 5 for $100,000 to $999,999;
 * undefined if the revenue is unknown or not positive.
 */
export const revenueDecade = (revenue: number | undefined): number | undefined =>
  revenue !== undefined && revenue > 0 ? Math.floor(Math.log10(revenue)) : undefined

/** The attributes that peers share; null if unknown. */
export type PeerTraits = {
  form: RatedForm
  /** NTEE major group, A to Y. Z is "Unknown", which is not a shared cause. */
  majorGroup: string | null
  /** `revenueDecade` of the total revenue. */
  decade: number | null
}

/**
 * Returns the groups that a return may be ranked in, narrowest first: form, major group, and decade
 * of revenue (`990:P:6`); form and major group; form. A group with an unknown attribute is omitted.
 */
export function peerGroups({ form, majorGroup, decade }: PeerTraits): string[] {
  if (majorGroup === null) return [form]
  const narrow = decade === null ? [] : [`${form}:${majorGroup}:${decade}`]
  return [...narrow, `${form}:${majorGroup}`, form]
}

/**
 * Describes a peer group: "Form 990 filers, Human Services, revenue $1 million to $10 million". The
 * description contains form, major group, and decade of revenue, without levels dropped to find
 * enough peers.
 */
export function describePeers({ group }: Pick<Peers, 'group'>): string {
  const [form = '', letter, decade] = group.split(':')
  return [
    `${FORM_NAMES[form as Form]} filers`,
    ...(letter === undefined ? [] : [nteeLabel(letter)?.majorLabel ?? letter]),
    ...(decade === undefined ? [] : [describeDecade(Number(decade))]),
  ].join(', ')
}

const describeDecade = (decade: number): string =>
  `revenue ${describeDollars(10 ** decade)} to ${describeDollars(10 ** (decade + 1))}`
