import { quoteFiled } from '../../../domain/filed-text.ts'
import { einAt, listAt, MOST_TEXT, nameAt, numberAt, placeAt, textAt } from './read.ts'

/** What stands for a value that a filing does not have; never 0. */
export const NOT_REPORTED = 'not reported'
/** What stands for an amount that is filed as another text. */
export const NOT_READABLE = 'not readable'

/** An amount to the dollar, as it is to be quoted. */
export const dollars = (amount: number | undefined): string =>
  amount === undefined
    ? NOT_REPORTED
    : `${amount < 0 ? '-' : ''}$${Math.abs(amount).toLocaleString('en-US')}`

/** A value with its unit; a text is the filer's, and is quoted. */
export function worded(value: unknown, unit?: string, longest = MOST_TEXT): string {
  if (typeof value === 'number') {
    if (unit === 'USD') return dollars(value)
    return value.toLocaleString('en-US', { maximumFractionDigits: 4 })
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? quoteFiled(value, longest) : NOT_REPORTED
}

/** "1 row", "2 rows"; without the number where it is not known. */
export const counted = (count: number, noun: string): string =>
  `${Number.isFinite(count) ? `${count.toLocaleString('en-US')} ` : ''}${noun}${count === 1 ? '' : 's'}`

/** The parts there are, between commas. */
export const joined = (...parts: (string | undefined | false)[]): string =>
  parts.filter((part) => typeof part === 'string' && part !== '').join(', ')

/** "NAME (EIN 070000101, Minneapolis, MN)"; what is not known of it is left out. */
export function organization(party: unknown): string {
  const ein = einAt(party, 'EIN')
  const beside = joined(ein ? `EIN ${ein}` : 'no EIN known', placeAt(party, 'Location'))
  return `${nameAt(party, 'Name') ?? 'Name not known'} (${beside})`
}

/** How to go on where an answer is one page of several. */
export function nextPage(answer: unknown): string[] {
  const cursor = textAt(answer, 'NextCursor')
  return cursor
    ? ['There is more: call again with the same arguments and Cursor = NextCursor.']
    : []
}

/** The citations of an answer's evidence by Ref. */
export function citationsOf(evidence: readonly unknown[]): (ref: string | undefined) => string {
  const citations = new Map(
    evidence.map((one) => [textAt(one, 'Ref'), textAt(one, 'Citation')] as const),
  )
  return (ref) => {
    const citation = ref === undefined ? undefined : citations.get(ref)
    return citation ? ` [${citation}]` : ref ? ` [${ref}]` : ''
  }
}

/** "2019 to 2023", "2023"; empty where no year is known. */
export function yearsOf(row: unknown): string {
  const [first, last] = [numberAt(row, 'EarliestYear'), numberAt(row, 'LatestYear')]
  if (last === undefined) return ''
  return first === undefined || first === last ? `${last}` : `${first} to ${last}`
}

/** The first of an answer's evidence, as it is to be cited. */
export function firstCitation(row: unknown): string {
  const [first] = listAt(row, 'EvidenceRefs')
  const citation = textAt(first, 'Citation')
  return citation ? ` [${citation}]` : ''
}
