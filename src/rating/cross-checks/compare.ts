import type { Form } from '../../domain/form.ts'
import type { CheckedFiling, CrossCheck, Finding, Severity } from './check.ts'
import type { Amount, ReadAmount } from './sides.ts'

type Named = { key: string; label: string; forms: readonly Form[]; severity: Severity }

type Equality = Named & {
  left: ReadAmount
  right: ReadAmount
  /** Dollars let pass; `tolerance` says why. Absent: what rounding of one line makes. */
  within?: number
  tolerance?: string
  /** Completes "…, which": why the two must be equal. */
  because: string
  /** Returns for which a difference has another reason, and is Information only. */
  excuse?: (filing: CheckedFiling) => string | undefined
}

/** Whole dollars: the forms let filers drop cents or round them, so a line may be off by one. */
export const ONE_LINE = '$1: amounts may be rounded to whole dollars'
/** Of a total: each line that was rounded may be off by one. */
export const perLine = (lines: number): string =>
  `$${lines}: each of ${lines} amounts may be rounded to whole dollars`

/** A rule that two amounts are the same. */
export function equal({ left, right, because, within = 1, excuse, ...rule }: Equality): CrossCheck {
  return {
    key: rule.key,
    label: rule.label,
    forms: rule.forms,
    severity: rule.severity,
    tolerance: rule.tolerance ?? (within === 1 ? ONE_LINE : perLine(within)),
    compare: (filing) => {
      const [a, b] = [left(filing), right(filing)]
      if (!a || !b) return undefined
      const difference = a.value - b.value
      const found = { left: a, right: b, difference, severity: rule.severity }
      if (Math.abs(difference) <= within) {
        return { ...found, status: 'Passed', explanation: `${shown(a)} agrees with ${shown(b)}.` }
      }
      const excused = excuse?.(filing)
      const text = `${shown(a)} is ${apart(difference, a)} ${shown(b)}, ${because}`
      return excused === undefined
        ? { ...found, status: 'Failed', explanation: `${text}.` }
        : informed({ ...found, explanation: `${text}; ${excused}.` })
    },
  }
}

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
    const difference = a.value - b.value
    const leeway = Math.abs(b.value) * share
    const found = { left: a, right: b, difference, severity: rule.severity }
    const text = `${shown(a)} is ${apart(difference, a)} ${shown(b)}`
    if (difference > leeway) {
      return { ...found, status: 'Failed', explanation: `${text}, ${because}.` }
    }
    if (shortfall !== undefined && difference < -leeway) {
      return informed({ ...found, explanation: `${text}; ${shortfall}.` })
    }
    return { ...found, status: 'Passed', explanation: `${shown(a)} agrees with ${shown(b)}.` }
  },
})

const informed = (found: Omit<Finding, 'status'>): Finding => ({
  ...found,
  status: 'Information',
  severity: 'Information',
})

/** "Total revenue (Part I, line 12), $1,200". */
export const shown = ({ label, line, value, unit }: Amount): string =>
  `${label} (${line}), ${amount(value, unit)}`

const apart = (difference: number, { unit }: Amount): string =>
  `${amount(Math.abs(difference), unit)} ${difference > 0 ? 'more' : 'less'} than`

const amount = (value: number, unit: Amount['unit']): string =>
  `${value < 0 ? '-' : ''}${unit === 'USD' ? '$' : ''}${Math.abs(value).toLocaleString('en-US')}`
