import type { CheckedFiling, CheckOutcome } from '#src/rating/cross-checks/check.ts'
import { crossCheck } from '#src/rating/cross-checks/cross-check.ts'
import type { Filing } from '../organization.ts'

/**
 * Returns the part of a filing that cross-checks read; undefined until `npm run derive` has run.
 */
export function toCheckedFiling(filing: Filing): CheckedFiling | undefined {
  const { contents, rowFacts, earlier } = filing
  if (rowFacts === null) return undefined
  const { blocks, rows } = contents
  return { ...filing, blocks, rows, rowFacts, earlier: earlier ?? undefined }
}

// A page needs the outcomes several times.
const known = new WeakMap<Filing, CheckOutcome[]>()

/** Returns the cross-checks of a filing in the order of the rules; empty if none applies. */
export function runChecks(filing: Filing): readonly CheckOutcome[] {
  const checked = known.has(filing) ? undefined : toCheckedFiling(filing)
  const outcomes = known.get(filing) ?? (checked ? crossCheck(checked) : [])
  known.set(filing, outcomes)
  return outcomes
}

const ORDER = ['Failed', 'Information', 'Passed'] as const

/** Returns `runChecks` sorted: failed checks, then informational ones, then those that passed. */
export const checkFiling = (filing: Filing): readonly CheckOutcome[] =>
  ORDER.flatMap((status) => runChecks(filing).filter((one) => one.status === status))

export type CheckCounts = { made: number; failed: number; information: number; passed: number }

/** Returns the number of checks by outcome. */
export function countChecks(outcomes: readonly Pick<CheckOutcome, 'status'>[]): CheckCounts {
  const count = (wanted: CheckOutcome['status']): number =>
    outcomes.filter(({ status }) => status === wanted).length
  return {
    made: outcomes.length,
    failed: count('Failed'),
    information: count('Information'),
    passed: count('Passed'),
  }
}
