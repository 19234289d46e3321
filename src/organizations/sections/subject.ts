import type { FactKey } from '#src/domain/facts/definitions.ts'
import type { Facts, FactValue } from '#src/domain/facts/read-facts.ts'
import type { TableKey } from '#src/domain/facts/tables/tables.ts'
import { describeDollars } from '#src/domain/money.ts'
import { countSingle } from '../filings/table-rows.ts'
import type { Filing } from '../organization.ts'

/** What a summary is worded from: facts and counts of one filing. */
export type Subject = Pick<Filing, 'form' | 'facts' | 'contents'>

export const filedValue = ({ facts }: { facts: Facts }, key: FactKey): FactValue | undefined =>
  facts[key]?.value

const numberOf = (subject: Subject, key: FactKey): number | undefined => {
  const value = filedValue(subject, key)
  return typeof value === 'number' ? value : undefined
}

/** "$4.1 million of total revenue"; nothing where the figure is not filed. */
export function dollars(subject: Subject, key: FactKey, what: string): string[] {
  const amount = numberOf(subject, key)
  return amount === undefined ? [] : [`${describeDollars(amount)} ${what}`]
}

/** "12 voting members"; nothing where the count is not filed. */
export function number(subject: Subject, key: FactKey, one: string, many: string): string[] {
  const count = numberOf(subject, key)
  return count === undefined ? [] : [plural(count, one, many)]
}

/** "312 grants to organizations", sums not counted; nothing where there is no row. */
export function rows(
  subject: Subject,
  keys: readonly TableKey[],
  one: string,
  many: string,
): string[] {
  const count = countSingle(keys, subject)
  return count === 0 ? [] : [plural(count, one, many)]
}

export const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

/** "a, b and c" as a sentence; `otherwise` where there is no part. */
export function sentence(parts: readonly string[], otherwise: string): string {
  const [last = otherwise, ...before] = [...parts].reverse()
  const text = before.length === 0 ? last : `${before.reverse().join(', ')} and ${last}`
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** How many of the yes-or-no facts given are answered, and how many with yes. */
export function countAnswers(
  { facts }: { facts: Facts },
  keys: readonly FactKey[],
): { answered: number; yes: number } {
  const values = keys.map((key) => facts[key]?.value).filter((value) => typeof value === 'boolean')
  return { answered: values.length, yes: values.filter((value) => value).length }
}
