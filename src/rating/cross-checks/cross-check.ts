import type { CheckedFiling, CheckOutcome } from './check.ts'
import { CROSS_CHECKS } from './rules.ts'

/** What every rule that applies makes of a return, in the order of `CROSS_CHECKS`. */
export const crossCheck = (filing: CheckedFiling): CheckOutcome[] =>
  CROSS_CHECKS.filter(({ forms }) => forms.includes(filing.form)).flatMap(
    ({ key, label, compare }) => {
      const found = compare(filing)
      return found ? [{ rule: key, label, ...found }] : []
    },
  )
