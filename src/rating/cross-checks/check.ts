import type { FactKey } from '../../domain/facts/definitions.ts'
import type { DerivedSource, FactsOfFiling } from '../../domain/facts/derived.ts'
import type { RowFacts } from '../../domain/facts/row-facts.ts'
import type { RowCounts } from '../../domain/facts/tables/read-rows.ts'
import type { PartId } from '../../domain/filing-contents.ts'

/** The facts of the return before (`CheckedFiling.earlier`) that are read for cross-checks. */
export const EARLIER_FACTS: readonly FactKey[] = [
  'totalRevenue',
  'totalExpenses',
  'totalAssetsEoy',
  'totalLiabilitiesEoy',
  'netAssetsEoy',
]

/** A return as cross-checks see it. */
export type CheckedFiling = FactsOfFiling & {
  schemaVersion: string | null
  /** Its parts, and how many rows stand at each source path of a table (`FilingContents`). */
  blocks: readonly PartId[]
  rows: RowCounts
  rowFacts: RowFacts
  /** The current return of the form whose period ends before this one's, if any is known. */
  earlier?: FactsOfFiling | undefined
}

/** How grave a failure is. Information alone is no failure: it never counts against anybody. */
export const SEVERITIES = ['Concern', 'Caution', 'Information'] as const
export type Severity = (typeof SEVERITIES)[number]

/** One of the two values that are held against each other, with the leaves it was read from. */
export type CheckSide = {
  /** What it is, in the form's words, with its line: "Total revenue (Part I, line 12)". */
  label: string
  line: string
  /** Dollars, a count, yes or no, or a text such as "not attached". */
  value: number | boolean | string
  unit?: 'USD' | 'count'
  /** How a sum was made; absent where one leaf holds the value. */
  formula?: string
  from: DerivedSource[]
}

/** What came of holding two values against each other. */
export type CheckOutcome = {
  /** Key of the rule (`RULES`). */
  rule: string
  label: string
  status: 'Passed' | 'Failed' | 'Information'
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

/** A rule; undefined where the return does not say both sides, or the rule does not apply to it. */
export type Rule = (filing: CheckedFiling) => CheckOutcome | undefined
