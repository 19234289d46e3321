import type { FactKey } from '../../domain/facts/definitions.ts'
import type { Form } from '../../domain/form.ts'
import type {
  CheckedFiling,
  CheckSide,
  CheckStatus,
  CrossCheck,
  Finding,
  Severity,
} from './check.ts'
import { type Amount, blankSide, type ReadAmount } from './sides.ts'

type Compared = {
  key: string
  label: string
  forms: readonly Form[]
  severity: Severity
  left: ReadAmount
  right: ReadAmount
  /** The line on the right, where rows that are listed without it are worth a word. */
  blank?: FactKey
  /** Completes "…, which": why the two must agree. */
  because: string
}

type Equality = Compared & {
  /** Returns for which a difference has another reason, and is Information only. */
  excuse?: (filing: CheckedFiling) => string | undefined
}

/** The forms let filers drop cents or round them, so each amount may be off by a dollar. */
const ROUNDING = 'amounts may be rounded to whole dollars'
const EACH = `$1 for each amount added up: ${ROUNDING}`
const dollarEach = (amounts: number): string =>
  amounts === 1 ? `$1: ${ROUNDING}` : `$${amounts}, one for each amount added up: ${ROUNDING}`

/** A rule that two amounts are the same, but for rounding. */
export const equal = ({ left, right, blank, because, excuse, ...rule }: Equality): CrossCheck => ({
  ...rule,
  tolerance: EACH,
  compare: (filing) => {
    const [a, b] = [left(filing), right(filing)]
    if (!a || !b) return leftBlank(filing, a, blank, EACH)
    const within = Math.max(a.terms, b.terms)
    const found = { a, b, severity: rule.severity, tolerance: () => dollarEach(within) }
    if (Math.abs(a.value - b.value) <= within) {
      return judged('Passed', found, (one, other) => `${shown(one)} agrees with ${shown(other)}`)
    }
    const excused = excuse?.(filing)
    return excused === undefined
      ? judged('Failed', found, (one, other) => `${apart(one, other)}, ${because}`)
      : judged('Information', found, (one, other) => `${apart(one, other)}, ${because}; ${excused}`)
  },
})

type Limit = Compared & {
  /** Share of the right side that the left may be above it; without it, nothing. */
  share?: number
  tolerance: string
  /** Where less on the left is worth a word: why it is no failure. */
  shortfall?: string
}

/** A rule that an amount does not exceed another; less of it is Information, or right. */
export const atMost = ({
  left,
  right,
  blank,
  share = 0,
  because,
  shortfall,
  ...rule
}: Limit): CrossCheck => ({
  ...rule,
  compare: (filing) => {
    const [a, b] = [left(filing), right(filing)]
    if (!a || !b) return leftBlank(filing, a, blank, rule.tolerance)
    const leeway = Math.abs(b.value) * share
    const found = { a, b, severity: rule.severity, tolerance: () => rule.tolerance }
    if (a.value - b.value > leeway) {
      return judged('Failed', found, (one, other) => `${apart(one, other)}, ${because}`)
    }
    if (shortfall !== undefined && b.value - a.value > leeway) {
      return judged('Information', found, (one, other) => `${apart(one, other)}; ${shortfall}`)
    }
    const more = leeway > 0 ? ' by more than is let pass' : ''
    return judged(
      'Passed',
      found,
      (one, other) => `${shown(one)} is not above ${shown(other)}${more}`,
    )
  },
})

type Pair = { a: Amount; b: Amount; severity: Severity; tolerance: () => string }

const judged = (
  status: CheckStatus,
  { a, b, severity, tolerance }: Pair,
  explain: (left: CheckSide, right: CheckSide) => string,
): Finding => ({
  status,
  tell: () => {
    const [left, right] = [a.tell(), b.tell()]
    return {
      left,
      right,
      difference: a.value - b.value,
      severity: status === 'Information' ? status : severity,
      tolerance: tolerance(),
      explanation: `${explain(left, right)}.`,
    }
  },
})

// A total left blank says nothing, zero included; but rows that add up to something have one.
function leftBlank(
  filing: CheckedFiling,
  rows: Amount | undefined,
  key: FactKey | undefined,
  tolerance: string,
): Finding | undefined {
  if (!rows || rows.value === 0 || key === undefined) return undefined
  return {
    status: 'Information',
    tell: () => {
      const [left, right] = [rows.tell(), blankSide(filing, key)]
      const explanation = `${shown(left)}, could not be compared, since ${right.label} (${right.line}) is left blank.`
      return { left, right, severity: 'Information', tolerance, explanation }
    },
  }
}

/** "Total revenue (Part I, line 12), $1,200". */
const shown = ({ label, line, value, unit }: CheckSide): string =>
  `${label} (${line}), ${amount(Number(value), unit)}`

/** "…, $1,200, is $200 more than …, $1,000". */
function apart(left: CheckSide, right: CheckSide): string {
  const difference = Number(left.value) - Number(right.value)
  const size = amount(Math.abs(difference), left.unit)
  return `${shown(left)}, is ${size} ${difference > 0 ? 'more' : 'less'} than ${shown(right)}`
}

const DIGITS = new Intl.NumberFormat('en-US')

const amount = (value: number, unit: CheckSide['unit']): string =>
  `${value < 0 ? '-' : ''}${unit === 'USD' ? '$' : ''}${DIGITS.format(Math.abs(value))}`
