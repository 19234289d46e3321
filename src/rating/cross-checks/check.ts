import type { DerivedSource, FactsOfFiling } from '../../domain/facts/derived.ts'
import type { CitedKey } from '../../domain/facts/derived-refs.ts'
import type { RowFacts } from '../../domain/facts/row-facts.ts'
import type { RowCounts } from '../../domain/facts/tables/read-rows.ts'
import type { PartId } from '../../domain/filing-contents.ts'
import type { Form } from '../../domain/form.ts'

/** The return before; dates are YYYY-MM-DD. */
export type EarlierFiling = FactsOfFiling & { isAmended: boolean; receivedOn: string | null }

/** A return as cross-checks see it. */
export type CheckedFiling = FactsOfFiling & {
  schemaVersion: string | null
  receivedOn: string | null
  /** Its parts, and how many rows stand at each source path of a table (`FilingContents`). */
  blocks: readonly PartId[]
  rows: RowCounts
  rowFacts: RowFacts
  warnings: readonly string[]
  /** The current return of the form whose period ends before this one's, if any is known. */
  earlier?: EarlierFiling | undefined
}

/** How grave a failure is. Information alone is no failure: it never counts against anybody. */
export const SEVERITIES = ['Concern', 'Caution', 'Information'] as const
export type Severity = (typeof SEVERITIES)[number]

export const CHECK_STATUSES = ['Failed', 'Information', 'Passed'] as const
export type CheckStatus = (typeof CHECK_STATUSES)[number]

/** One of the two values that are held against each other, with the leaves it was read from. */
export type CheckSide = {
  /** What it is, in the form's words. */
  label: string
  line: string
  /** Dollars, a count, yes or no, or a text: "not attached", "left blank", "not an amount", "too large". */
  value: number | boolean | string
  unit?: 'USD' | 'count'
  /** How a sum was made; absent where one leaf holds the value. */
  formula?: string
  /** The derived figures that a sum is, or that add up to it: they have Refs of their own. */
  cited?: readonly CitedKey[]
  /** Without a formula, the first of them holds the value. */
  from: DerivedSource[]
}

/** What came of holding two values against each other. */
export type CheckOutcome = {
  /** Key of the rule (`CROSS_CHECKS`). */
  rule: string
  label: string
  status: CheckStatus
  /** Of what passed: how grave it would have been. */
  severity: Severity
  left: CheckSide
  right: CheckSide
  /** Left less right, in dollars or counts, where both are numbers. */
  difference?: number
  /** What is let pass, in words. */
  tolerance: string
  /** One sentence for people: what was compared and what it means. */
  explanation: string
}

/** How a rule came out. */
export type CheckResult = Pick<CheckOutcome, 'rule' | 'status'>

/** What is said of an outcome besides how it came out. */
export type Told = Omit<CheckOutcome, 'rule' | 'label' | 'status'>

/**
 * What comes of a rule. A rating needs the status of every return there is; the lines, leaves and
 * sentences that `tell` puts together take longer than comparing.
 */
export type Finding = { status: CheckStatus; tell: () => Told }

/** A rule that returns are checked by. */
export type CrossCheck = {
  key: string
  label: string
  forms: readonly Form[]
  /** How grave a failure is. */
  severity: Severity
  /** What is let pass, in words, with its reason. */
  tolerance: string
  /** Undefined where the return does not say both sides, or the rule does not apply to it. */
  compare: (filing: CheckedFiling) => Finding | undefined
}
