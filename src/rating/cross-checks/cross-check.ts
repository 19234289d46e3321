import { formatDay } from '#src/domain/days.ts'
import type { FactKey } from '../../domain/facts/definitions.ts'
import type { RowSumKey } from '../../domain/facts/row-facts.ts'
import { FORMS, type Form } from '../../domain/form.ts'
import { readTsv } from '../../domain/tsv.ts'
import type {
  CheckedFiling,
  CheckOutcome,
  CheckResult,
  CrossCheck,
  Finding,
  Severity,
} from './check.ts'
import { toCheck } from './compare.ts'
import { NAME_CHECK } from './names.ts'
import { SCHEDULE_CHECKS } from './schedules.ts'
import { type ReadAmount, readerOf } from './sides.ts'

const ROWS = readTsv(new URL('rules.tsv', import.meta.url))

/**
 * Returns true for the key of a rule that compares a return with the previous one. If the previous one was
 * amended later, a difference is Information. Nothing is compared after a gap between the periods.
 */
export const isOfYears = (rule: string): boolean =>
  ROWS.some(([key, , , , , right]) => key === rule && right?.startsWith('<'))

// The members of a group return change every year. A return continues the original figures of the
// previous one, not those of a later amendment.
function otherReason({ facts, receivedOn, earlier }: CheckedFiling): string | undefined {
  if (facts.groupReturn?.value === true)
    return 'This is a group return, whose members can change from year to year'
  if (!earlier?.isAmended || !earlier.receivedOn || !receivedOn) return undefined
  return earlier.receivedOn > receivedOn
    ? `The previous return was amended on ${formatDay(earlier.receivedOn)}, after this one was received on ${formatDay(receivedOn)}`
    : undefined
}

const RULES = ROWS.map((row) => {
  const [key = '', label = '', forms = '', severity = '', left = '', right = ''] = row
  const [list, blank, share, because = '', shortfall] = row.slice(6)
  return toCheck({
    ...{ key, label, forms: forms.split(' ') as Form[], severity: severity as Severity, because },
    left: readerOf(left),
    // Only a left side can be a list that is unknown.
    right: readerOf(right) as ReadAmount,
    ...(list && { list: list as RowSumKey }),
    ...(blank && { blank: blank as FactKey }),
    ...(share && { share: Number(share) }),
    ...(shortfall && { shortfall }),
    ...(isOfYears(key) && { excuse: otherReason }),
  })
})

const upTo = RULES.findIndex(({ key }) => key === 'reportableCompensationTotal')

/** Every cross-check, in the order in which people read a return. */
export const CROSS_CHECKS: readonly CrossCheck[] = [
  ...RULES.slice(0, upTo),
  NAME_CHECK,
  ...RULES.slice(upTo).filter(({ key }) => !isOfYears(key)),
  ...SCHEDULE_CHECKS,
  ...RULES.filter(({ key }) => isOfYears(key)),
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
