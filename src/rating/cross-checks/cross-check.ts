import type { CheckedFiling, CheckOutcome } from './check.ts'
import { RULES } from './rules.ts'

/** What every rule that applies makes of a return, in the order of `RULES`. */
export const crossCheck = (filing: CheckedFiling): CheckOutcome[] =>
  RULES.flatMap((rule) => rule(filing))
