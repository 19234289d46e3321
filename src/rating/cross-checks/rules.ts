import type { CrossCheck } from './check.ts'
import { BALANCE_CHECKS } from './rules-balance.ts'
import { GRANT_CHECKS } from './rules-grants.ts'
import { PEOPLE_CHECKS } from './rules-people.ts'
import { SCHEDULE_CHECKS } from './rules-schedules.ts'
import { TOTAL_CHECKS } from './rules-totals.ts'
import { YEAR_CHECKS } from './rules-years.ts'

/** Every cross-check, in the order a return is read. */
export const CROSS_CHECKS: readonly CrossCheck[] = [
  ...TOTAL_CHECKS,
  ...BALANCE_CHECKS,
  ...GRANT_CHECKS,
  ...PEOPLE_CHECKS,
  ...SCHEDULE_CHECKS,
  ...YEAR_CHECKS,
]
