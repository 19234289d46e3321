import type { FactKey } from '../../domain/facts/definitions.ts'
import type { RowSumKey } from '../../domain/facts/row-facts.ts'
import { formatCount, formatDollars } from '../../domain/money.ts'
import type {
  CheckedFiling,
  CheckSide,
  CheckStatus,
  CrossCheck,
  Finding,
  Severity,
} from './check.ts'
import {
  type Amount,
  blankListSide,
  blankSide,
  isUnknown,
  type ReadAmount,
  type ReadList,
} from './sides.ts'

/** A rule that compares two amounts (rules.tsv). */
type Rule = Omit<CrossCheck, 'compare' | 'tolerance'> & {
  left: ReadList
  right: ReadAmount
  /** The list on the left, if a total that is filed without it is reported. */
  list?: RowSumKey
  /** The line on the right; if it is blank, listed rows are reported. */
  blank?: FactKey
  /** By what share of the right the left may exceed it; undefined: both must be equal. */
  share?: number
  /** Completes "…, although" with the reason that the two must agree. */
  because: string
  /** A sentence on why a smaller left side is not a failure, if that should be reported. */
  shortfall?: string
  /** Returns a sentence with another reason for a difference, which is then only Information. */
  excuse?: (filing: CheckedFiling) => string | undefined
}

/** Filers may drop or round cents, so each amount may be off by a dollar. */
const ROUNDING = 'amounts may be rounded to whole dollars'
const EACH = `$1 for each amount in the sum, because ${ROUNDING}`
const dollarEach = (amounts: number): string =>
  amounts === 1
    ? `$1, because ${ROUNDING}`
    : `$${amounts} ($1 for each amount in the sum), because ${ROUNDING}`
const OF_SHARE =
  'up to 1% above the line, to allow for rounding; a smaller amount is reported only as information'

/** Builds a rule that two amounts are equal except for rounding, or that one does not exceed the other. */
export function toCheck(rule: Rule): CrossCheck {
  const { key, label, forms, severity, left, right, list, blank, share } = rule
  const tolerance = share === undefined ? EACH : share > 0 ? OF_SHARE : 'none'
  return {
    ...{ key, label, forms, severity, tolerance },
    compare: (filing) => {
      const [a, b] = [left(filing), right(filing)]
      if (isUnknown(a)) return listBlank(filing, b, a.unknown, tolerance)
      if (!a && b && list) return listBlank(filing, b, list, tolerance)
      if (!a || !b) return leftBlank(filing, a, blank, tolerance)
      if (share === undefined) return areEqual(rule, filing, a, b)
      return isAtMost(rule, a, b, Math.abs(b.value) * share, tolerance)
    },
  }
}

function areEqual(rule: Rule, filing: CheckedFiling, a: Amount, b: Amount): Finding {
  const within = Math.max(a.terms, b.terms)
  const found = { a, b, severity: rule.severity, tolerance: () => dollarEach(within) }
  if (Math.abs(a.value - b.value) <= within) {
    const rounded = a.value === b.value ? '' : ' except for rounding'
    return judged(
      'Passed',
      found,
      (one, other) => `${shown(one)} and ${shown(other)} agree${rounded}`,
    )
  }
  const excused = rule.excuse?.(filing)
  const also = `although ${rule.because}${excused === undefined ? '' : `. ${excused}`}`
  const status = excused === undefined ? 'Failed' : 'Information'
  return judged(status, found, (one, other) => `${apart(one, other)}, ${also}`)
}

function isAtMost(rule: Rule, a: Amount, b: Amount, leeway: number, tolerance: string): Finding {
  const { severity, because, shortfall } = rule
  const found = { a, b, severity, tolerance: () => tolerance }
  if (a.value - b.value > leeway)
    return judged('Failed', found, (one, other) => `${apart(one, other)}, although ${because}`)
  if (shortfall !== undefined && b.value - a.value > leeway)
    return judged('Information', found, (one, other) => `${apart(one, other)}. ${shortfall}`)
  return judged('Passed', found, (one, other) =>
    a.value > b.value
      ? `${apart(one, other)}, which is within the tolerance`
      : // The left side is always a list, so the verb is plural.
        `${shown(one)} do not exceed ${shown(other)}`,
  )
}

type Pair = { a: Amount; b: Amount; severity: Severity; tolerance: () => string }

const judged = (
  status: CheckStatus,
  { a, b, severity, tolerance }: Pair,
  explain: (left: CheckSide, right: CheckSide) => string,
): Finding => ({
  status,
  describe: () => {
    const [left, right] = [a.describe(), b.describe()]
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

// A blank total cannot be compared, but rows with a sum should have a total.
function leftBlank(
  filing: CheckedFiling,
  rows: Amount | undefined,
  key: FactKey | undefined,
  tolerance: string,
): Finding | undefined {
  if (!rows || rows.value === 0 || key === undefined) return undefined
  return {
    status: 'Information',
    describe: () => {
      const [left, right] = [rows.describe(), blankSide(filing, key)]
      const explanation = `${shown(left)} could not be compared because ${right.line} (${right.label}) is ${right.value}.`
      return { left, right, severity: 'Information', tolerance, explanation }
    },
  }
}

const LACKS: Readonly<Record<string, string>> = {
  'left blank': 'no amounts to add up',
  'not an amount': 'an amount that is not readable',
  'too large': 'amounts whose sum is too large to be exact',
}

// Some filers attach the list as a document, which is not in the data.
function listBlank(
  filing: CheckedFiling,
  total: Amount | undefined,
  key: RowSumKey,
  tolerance: string,
): Finding | undefined {
  // A total of zero needs no list.
  if (!total || (total.value === 0 && !filing.rowFacts.unknown?.[key])) return undefined
  return {
    status: 'Information',
    describe: () => {
      const [left, right] = [blankListSide(filing, key), total.describe()]
      const explanation = `${shown(right)} could not be compared because the list in ${left.line} has ${LACKS[String(left.value)]}.`
      return { left, right, severity: 'Information', tolerance, explanation }
    },
  }
}

/** "Total revenue (Part I, line 12: $1,200)". */
const shown = ({ label, line, value, unit }: CheckSide): string =>
  `${label} (${line}: ${amount(Number(value), unit)})`

/** "… ($1,200) and … ($1,000) differ by $200": correct for singular and plural labels. */
function apart(left: CheckSide, right: CheckSide): string {
  const difference = Math.abs(Number(left.value) - Number(right.value))
  return `${shown(left)} and ${shown(right)} differ by ${amount(difference, left.unit)}`
}

const amount = (value: number, unit: CheckSide['unit']): string =>
  unit === 'USD' ? formatDollars(value) : formatCount(value)
