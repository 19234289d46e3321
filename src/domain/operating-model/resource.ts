import { type Citable, type Cited, citeNumber } from '../cite.ts'
import { describeDollars, describeShare } from '../money.ts'
import {
  type Amount,
  namesOfSources,
  readOthers,
  readSources,
  SOURCE_LABELS,
  type Source,
  type SourceAmount,
} from './revenue-sources.ts'

/** The source of over half of revenue. */
export type Resource = {
  key: Source | 'Mixed'
  label: string
  /** Share (of 1) of revenue from the largest class. */
  primaryShare: number
  summary: string
  refs: string[]
}

/** The total that shares refer to: its value, words, and Refs. */
type Whole = { value: number; words: string; refs: string[] }

/**
 * Returns the resource class. Shares are of total revenue or, if losses make it less than income,
 * of all income. `Mixed` if no class has over half, or if other revenue does. Undefined if there
 * was no revenue or no line of a class is filed.
 */
export function toResource(form: '990' | '990EZ' | '990PF', filing: Citable): Resource | undefined {
  const total = citeNumber(filing, 'totalRevenue')
  const sources = readSources(form, filing)
  const others = readOthers(form, filing)
  if (!total || total.value <= 0) return undefined
  const largest = largestOf(sources)
  if (!largest || largest.value <= 0) return undefined
  const whole = toWhole(total, [...sources, ...others])
  const share = Math.round((largest.value / whole.value) * 10_000) / 10_000
  if (largest.value > whole.value / 2) return toLeading(largest, share, whole)
  const first = largestOf([largest, ...others]) ?? largest
  return {
    key: 'Mixed',
    label: 'Mixed sources',
    primaryShare: share,
    summary: `${noneOf(form)} for over half of ${whole.words}. The largest source, ${first.name}, accounts for ${partOf(first, whole)}.`,
    refs: distinct([...whole.refs, ...sources.flatMap(({ refs }) => refs), ...first.refs]),
  }
}

const largestOf = <One extends Amount>(amounts: readonly One[]): One | undefined =>
  amounts.toSorted((a, b) => b.value - a.value)[0]

const distinct = (refs: string[]): string[] => [...new Set(refs)]

function toWhole(total: Cited<number>, parts: readonly Amount[]): Whole {
  const brought = parts.filter(({ value }) => value > 0)
  const income = brought.reduce((sum, { value }) => sum + value, 0)
  if (income <= total.value) return { value: total.value, words: 'revenue', refs: [total.ref] }
  const refs = [total.ref, ...brought.flatMap((part) => part.refs)]
  return { value: income, words: 'income', refs }
}

const partOf = ({ value }: Amount, whole: Whole): string =>
  `${describeShare(value / whole.value)} (${describeDollars(value)} of ${describeDollars(whole.value)})`

const toLeading = (largest: SourceAmount, share: number, whole: Whole): Resource => ({
  key: largest.source,
  label: SOURCE_LABELS[largest.source],
  primaryShare: share,
  summary: `${SOURCE_LABELS[largest.source]} account for ${describeShare(largest.value / whole.value)} of ${whole.words} (${describeDollars(largest.value)} of ${describeDollars(whole.value)}).`,
  refs: distinct([...whole.refs, ...largest.refs]),
})

function noneOf(form: '990' | '990EZ' | '990PF'): string {
  const names = namesOfSources(form)
  return names.length === 2
    ? `Neither ${names.join(' nor ')} account`
    : `None of ${list.format(names)} accounts`
}

const list = new Intl.ListFormat('en')
