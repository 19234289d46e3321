import { FORMS, type Form } from '../../domain/form.ts'
import type { CheckedFiling, CheckOutcome, CheckResult, CrossCheck, Finding } from './check.ts'
import { GRANT_CHECKS } from './rules-grants.ts'
import { PEOPLE_CHECKS } from './rules-people.ts'
import { SCHEDULE_CHECKS } from './rules-schedules.ts'
import { TOTAL_CHECKS } from './rules-totals.ts'
import { YEAR_CHECKS } from './rules-years.ts'

/** Every cross-check, in the order in which people read a return. */
export const CROSS_CHECKS: readonly CrossCheck[] = [
  ...TOTAL_CHECKS,
  ...GRANT_CHECKS,
  ...PEOPLE_CHECKS,
  ...SCHEDULE_CHECKS,
  ...YEAR_CHECKS,
]

const BY_FORM = new Map<Form, readonly CrossCheck[]>(
  FORMS.map((form) => [form, CROSS_CHECKS.filter(({ forms }) => forms.includes(form))]),
)

/** Applies every rule to a return, in the order of `CROSS_CHECKS`. */
export const crossCheck = (filing: CheckedFiling): CheckOutcome[] =>
  findingsOf(filing).map(toOutcome)

/** Applies every rule, and describes only those that failed, because most pass. */
export const failedChecks = (filing: CheckedFiling): CheckOutcome[] =>
  findingsOf(filing)
    .filter(({ status }) => status === 'Failed')
    .map(toOutcome)

const toOutcome = ({ describe, ...found }: Found): CheckOutcome => ({ ...found, ...describe() })

/** Returns only the statuses, in the same order; ratings need no more. */
export const checkStatuses = (filing: CheckedFiling): CheckResult[] => findingsOf(filing)

type Found = CheckResult & Finding & { label: string }

const findingsOf = (filing: CheckedFiling): Found[] =>
  (BY_FORM.get(filing.form) ?? []).flatMap(({ key, label, compare }) => {
    const found = compare(filing)
    return found ? [{ rule: key, label, ...found }] : []
  })
