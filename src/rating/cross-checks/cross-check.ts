import { FORMS, type Form } from '../../domain/form.ts'
import type { CheckedFiling, CheckOutcome, CheckResult, CrossCheck, Finding } from './check.ts'
import { CROSS_CHECKS } from './rules.ts'

const BY_FORM = new Map<Form, readonly CrossCheck[]>(
  FORMS.map((form) => [form, CROSS_CHECKS.filter(({ forms }) => forms.includes(form))]),
)

/** What every rule that applies makes of a return, in the order of `CROSS_CHECKS`. */
export const crossCheck = (filing: CheckedFiling): CheckOutcome[] =>
  findingsOf(filing).map(({ tell, ...found }) => ({ ...found, ...tell() }))

/** How the rules come out, of the same rules in the same order: all that a rating takes. */
export const checkStatuses = (filing: CheckedFiling): CheckResult[] => findingsOf(filing)

const findingsOf = (filing: CheckedFiling): (CheckResult & Finding & { label: string })[] =>
  (BY_FORM.get(filing.form) ?? []).flatMap(({ key, label, compare }) => {
    const found = compare(filing)
    return found ? [{ rule: key, label, ...found }] : []
  })
