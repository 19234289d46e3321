import type { FactKey } from '../../domain/facts/definitions.ts'
import type { RowSumKey } from '../../domain/facts/row-facts.ts'
import type { Form } from '../../domain/form.ts'
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

type Compared = {
  key: string
  label: string
  forms: readonly Form[]
  left: ReadList
  right: ReadAmount
  /** The line on the right; if it is blank, listed rows are reported. */
  blank?: FactKey
  /** Completes "…, although" with the reason that the two must agree. */
  because: string
}

type Equality = Compared & {
  /** A Concern by default. */
  severity?: Severity
  /** Returns a sentence with another reason for a difference, which is then only Information. */
  excuse?: (filing: CheckedFiling) => string | undefined
  /** The list on the left, used to report a total that is filed without it. */
  blankList?: RowSumKey
}

/** Filers may drop or round cents, so each amount may be off by a dollar. */
const ROUNDING = 'amounts may be rounded to whole dollars'
const EACH = `$1 for each amount in the sum, because ${ROUNDING}`
const dollarEach = (amounts: number): string =>
  amounts === 1
    ? `$1, because ${ROUNDING}`
    : `$${amounts} ($1 for each amount in the sum), because ${ROUNDING}`

/** Builds a rule that two amounts must be equal, except for rounding. */
export const equal = ({
  left,
  right,
  blank,
  blankList,
  because,
  excuse,
  severity = 'Concern',
  ...rule
}: Equality): CrossCheck => ({
  ...rule,
  severity,
  tolerance: EACH,
  compare: (filing) => {
    const [a, b] = [left(filing), right(filing)]
    if (isUnknown(a)) return listBlank(filing, b, a.unknown, EACH)
    if (!a && b && blankList) return listBlank(filing, b, blankList, EACH)
    if (!a || !b) return leftBlank(filing, a, blank, EACH)
    const within = Math.max(a.terms, b.terms)
    const found = { a, b, severity, tolerance: () => dollarEach(within) }
    if (Math.abs(a.value - b.value) <= within) {
      const rounded = a.value === b.value ? '' : ' except for rounding'
      return judged(
        'Passed',
        found,
        (one, other) => `${shown(one)} and ${shown(other)} agree${rounded}`,
      )
    }
    const excused = excuse?.(filing)
    const also = excused === undefined ? '' : `. ${excused}`
    return judged(
      excused === undefined ? 'Failed' : 'Information',
      found,
      (one, other) => `${apart(one, other)}, although ${because}${also}`,
    )
  },
})

type Limit = Compared & {
  severity: Severity
  /** How far the left may exceed the right, as a share of the right; by default not at all. */
  share?: number
  tolerance: string
  /** A sentence on why a smaller left side is not a failure, if that should be reported. */
  shortfall?: string
}

/**
 * Builds a rule that one amount must not exceed another; a smaller one passes or is Information.
 */
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
    if (isUnknown(a)) return listBlank(filing, b, a.unknown, rule.tolerance)
    if (!a || !b) return leftBlank(filing, a, blank, rule.tolerance)
    const leeway = Math.abs(b.value) * share
    const found = { a, b, severity: rule.severity, tolerance: () => rule.tolerance }
    if (a.value - b.value > leeway) {
      return judged('Failed', found, (one, other) => `${apart(one, other)}, although ${because}`)
    }
    if (shortfall !== undefined && b.value - a.value > leeway) {
      return judged('Information', found, (one, other) => `${apart(one, other)}. ${shortfall}`)
    }
    return judged('Passed', found, a.value > b.value ? withinLeeway : noMore)
  },
})

const withinLeeway = (one: CheckSide, other: CheckSide): string =>
  `${apart(one, other)}, which is within the tolerance`

// The left side is always a list, so the verb is plural.
const noMore = (one: CheckSide, other: CheckSide): string =>
  `${shown(one)} do not exceed ${shown(other)}`

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
