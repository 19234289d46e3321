import type { Form } from '../../domain/form.ts'
import type { CheckedFiling, CheckSide, CrossCheck, Finding, Severity } from './check.ts'
import type { Amount, ReadAmount } from './sides.ts'

type Named = { key: string; label: string; forms: readonly Form[]; severity: Severity }

type Equality = Named & {
  left: ReadAmount
  right: ReadAmount
  /** Completes "…, which": why the two must be equal. */
  because: string
  /** Returns for which a difference has another reason, and is Information only. */
  excuse?: (filing: CheckedFiling) => string | undefined
}

/** The forms let filers drop cents or round them, so each amount may be off by a dollar. */
const ROUNDING = 'amounts may be rounded to whole dollars'
const dollarEach = (amounts: number): string =>
  amounts === 1 ? `$1: ${ROUNDING}` : `$${amounts}, one for each amount added up: ${ROUNDING}`

/** A rule that two amounts are the same, but for rounding. */
export const equal = ({ left, right, because, excuse, ...rule }: Equality): CrossCheck => ({
  ...rule,
  tolerance: `$1 for each amount added up: ${ROUNDING}`,
  compare: (filing) => {
    const [a, b] = [left(filing), right(filing)]
    if (!a || !b) return undefined
    const within = Math.max(a.terms, b.terms)
    const found = judged(a, b, { severity: rule.severity, tolerance: dollarEach(within) })
    if (Math.abs(found.difference) <= within) {
      return { ...found, status: 'Passed', explanation: `${shown(a)} agrees with ${shown(b)}.` }
    }
    const excused = excuse?.(filing)
    const text = `${apart(a, b)}, ${because}`
    return excused === undefined
      ? { ...found, status: 'Failed', explanation: `${text}.` }
      : informed({ ...found, explanation: `${text}; ${excused}.` })
  },
})

type Limit = Named & {
  left: ReadAmount
  right: ReadAmount
  /** Share of the right side that the left may be above it; without it, nothing. */
  share?: number
  tolerance: string
  because: string
  /** Where less on the left is worth a word: why it is no failure. */
  shortfall?: string
}

/** A rule that an amount does not exceed another; less of it is Information, or right. */
export const atMost = ({
  left,
  right,
  share = 0,
  because,
  shortfall,
  ...rule
}: Limit): CrossCheck => ({
  ...rule,
  compare: (filing) => {
    const [a, b] = [left(filing), right(filing)]
    if (!a || !b) return undefined
    const leeway = Math.abs(b.value) * share
    const found = judged(a, b, rule)
    if (found.difference > leeway) {
      return { ...found, status: 'Failed', explanation: `${apart(a, b)}, ${because}.` }
    }
    if (shortfall !== undefined && found.difference < -leeway) {
      return informed({ ...found, explanation: `${apart(a, b)}; ${shortfall}.` })
    }
    return {
      ...found,
      status: 'Passed',
      explanation: `${shown(a)} is not above ${shown(b)}${leeway > 0 ? ' by more than is let pass' : ''}.`,
    }
  },
})

type Rule = Pick<CrossCheck, 'severity' | 'tolerance'>

function judged(a: Amount, b: Amount, { severity, tolerance }: Rule) {
  const [left, right] = [toSide(a), toSide(b)]
  return { left, right, difference: a.value - b.value, severity, tolerance }
}

const toSide = ({ terms: _, ...side }: Amount): CheckSide => side

const informed = (found: Omit<Finding, 'status'>): Finding => ({
  ...found,
  status: 'Information',
  severity: 'Information',
})

/** "Total revenue (Part I, line 12), $1,200". */
export const shown = ({ label, line, value, unit }: Amount): string =>
  `${label} (${line}), ${amount(value, unit)}`

/** "…, $1,200, is $200 more than …, $1,000". */
function apart(a: Amount, b: Amount): string {
  const difference = a.value - b.value
  const size = amount(Math.abs(difference), a.unit)
  return `${shown(a)}, is ${size} ${difference > 0 ? 'more' : 'less'} than ${shown(b)}`
}

// Made once: every return that is rated is checked, and each sentence has two amounts or three.
const DIGITS = new Intl.NumberFormat('en-US')

const amount = (value: number, unit: Amount['unit']): string =>
  `${value < 0 ? '-' : ''}${unit === 'USD' ? '$' : ''}${DIGITS.format(Math.abs(value))}`
