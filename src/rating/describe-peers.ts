import { FORM_NAMES } from '../domain/facts/citation.ts'
import type { Form } from '../domain/form.ts'
import { describeDollars } from '../domain/money.ts'
import { nteeLabel } from '../domain/ntee.ts'
import type { Peers } from './rating.ts'

/**
 * Whom a value was ranked among, in words: "Form 990 filers, Human Services, revenue $1 million to
 * $10 million". A group names form, major group and decade of revenue; levels that were dropped
 * to find enough peers are not in it (decisions part 8).
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
