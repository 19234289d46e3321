import type { CheckOutcome } from '#src/rating/cross-checks/check.ts'
import { crossCheck } from '#src/rating/cross-checks/cross-check.ts'
import type { Filing } from '../organization.ts'
import { toCheckedFiling } from './checked-filing.ts'

// A page asks several times: whether there are any, what they say, how they came out.
const made = new WeakMap<Filing, CheckOutcome[]>()

const ORDER = ['Failed', 'Information', 'Passed'] as const

/**
 * The cross-checks of a filing, failed ones first, then what is for information, then what passed.
 * Empty where its form has none, no rule finds both of its sides, or the filing waits for
 * `npm run derive`.
 */
export function checkFiling(filing: Filing): readonly CheckOutcome[] {
  const known = made.get(filing)
  if (known) return known
  const checked = toCheckedFiling(filing)
  const outcomes = checked ? crossCheck(checked) : []
  const sorted = ORDER.flatMap((status) => outcomes.filter((one) => one.status === status))
  made.set(filing, sorted)
  return sorted
}

export type CheckCounts = { made: number; failed: number; information: number; passed: number }

/** How the checks of a filing came out. */
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
