import type { CitedKey } from '../../domain/facts/derived.ts'
import type { DerivedSource, FactsOfFiling } from '../../domain/facts/derived-operands.ts'
import type { RowFacts } from '../../domain/facts/row-facts.ts'
import type { SqlFact } from '../../domain/facts/stored-facts.ts'
import type { RowCounts } from '../../domain/facts/tables/read-rows.ts'
import type { PartId } from '../../domain/filing-contents.ts'
import type { Form } from '../../domain/form.ts'

/** The previous return; dates are YYYY-MM-DD. */
export type EarlierFiling = FactsOfFiling & { isAmended: boolean; receivedOn: string | null }

/** The facts of `CheckedFiling.earlier` that cross-checks read. */
export const EARLIER_FACTS: readonly SqlFact[] = [
  'totalRevenue',
  'totalExpenses',
  'totalAssetsEoy',
  'totalLiabilitiesEoy',
  'netAssetsEoy',
]

/** A return with the data that cross-checks need. */
export type CheckedFiling = FactsOfFiling & {
  schemaVersion: string | null
  receivedOn: string | null
  /** Its parts, and the number of rows at each source path of a table (`FilingContents`). */
  blocks: readonly PartId[]
  rows: RowCounts
  rowFacts: RowFacts
  warnings: readonly string[]
  /** The current return of the same form with the period before this one, if known. */
  earlier?: EarlierFiling | undefined
}

/** How serious a failure is. Information is not a failure and never lowers a rating. */
export const SEVERITIES = ['Concern', 'Caution', 'Information'] as const
export type Severity = (typeof SEVERITIES)[number]

export const CHECK_STATUSES = ['Failed', 'Information', 'Passed'] as const
export type CheckStatus = (typeof CHECK_STATUSES)[number]

/** One of the two values that a rule compares, with its leaves. */
export type CheckSide = {
  /** The value's name on the form. */
  label: string
  line: string
  /** Dollars, a count, yes or no, or a text: "not attached", "left blank", "not an amount", "too large". */
  value: number | boolean | string
  unit?: 'USD' | 'count'
  /** How a sum was computed; absent for a single leaf. */
  formula?: string
  /** The derived figures it consists of, which have Refs of their own. */
  cited?: readonly CitedKey[]
  /** Without a formula, the first source contains the value. */
  from: DerivedSource[]
}

/** The result of comparing two values. */
export type CheckOutcome = {
  /** Key of the rule (`CROSS_CHECKS`). */
  rule: string
  label: string
  status: CheckStatus
  /** For a passed rule, the severity it would have on failure. */
  severity: Severity
  left: CheckSide
  right: CheckSide
  /** Left minus right, in dollars or counts, if both are numbers. */
  difference?: number
  /** The accepted difference, in words. */
  tolerance: string
  /** One sentence for people: what was compared and what it means. */
  explanation: string
}

/** The status of a rule. */
export type CheckResult = Pick<CheckOutcome, 'rule' | 'status'>

/** Values and sentences of an outcome. */
export type CheckDetails = Omit<CheckOutcome, 'rule' | 'label' | 'status'>

/**
 * The result of a rule. Ratings need only the status, for every return; `describe` takes longer
 * than the comparison itself.
 */
export type Finding = { status: CheckStatus; describe: () => CheckDetails }

/** A rule for returns. */
export type CrossCheck = {
  key: string
  label: string
  forms: readonly Form[]
  /** How serious a failure is. */
  severity: Severity
  /** The accepted difference and its reason, in words. */
  tolerance: string
  /**
   * Returns undefined if the return lacks one of the two values or the rule does not apply to it.
   */
  compare: (filing: CheckedFiling) => Finding | undefined
}
