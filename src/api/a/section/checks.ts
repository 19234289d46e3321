import { z } from 'zod'
import type { ShownCheck, ShownSide } from '#src/organizations/filings/shown-checks.ts'
import { CHECK_STATUSES, SEVERITIES } from '#src/rating/cross-checks/check.ts'
import { component, optional, required } from '../../shared/schemas.ts'
import { fieldName, toFields } from '../fields.ts'

const side = component('CheckSide', {
  Label: z.string(),
  Line: required.string('Line on the form.'),
  Value: z
    .union([z.number(), z.boolean(), z.string()])
    .describe(
      'Amount in US dollars, count, true or false, or one of these texts: "not attached", "left blank", "not an amount", "too large".',
    ),
  Unit: z.enum(['USD', 'count']).optional(),
  Formula: optional.string('Formula for a computed value. Absent if the value was filed.'),
  EvidenceRef: optional.string('Ref of a filed value.'),
  DerivedFrom: optional.strings('Refs of the inputs of a computed value.'),
})

const check = component('Check', {
  Rule: z.string(),
  Label: z.string(),
  Status: required.enum(
    CHECK_STATUSES,
    'Result of the check. Information: a difference that is not a cause for concern.',
  ),
  Severity: required.enum(SEVERITIES, 'Severity of a failed check.'),
  Left: side,
  Right: side,
  Difference: optional.number('Left value minus right value.'),
  Tolerance: required.string('Accepted difference and the reason for it.'),
  Explanation: z.string(),
})

/** Data of the section Checks: failed ones first. */
export const checksData = component('ChecksData', { Checks: z.array(check) })
type ChecksData = z.output<typeof checksData>

export const presentChecks = (checks: readonly ShownCheck[]): ChecksData => ({
  Checks: checks.map(({ rule, left, right, ...check }) => ({
    Rule: fieldName(rule),
    ...toFields(check),
    Left: presentSide(left),
    Right: presentSide(right),
  })),
})

const presentSide = ({ ref, ...side }: ShownSide) => ({ ...toFields(side), EvidenceRef: ref })
