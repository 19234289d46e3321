import { z } from 'zod'
import { CHECK_STATUSES, SEVERITIES } from '#src/rating/cross-checks/check.ts'
import { component, optional, required } from './schemas.ts'
import { nameOf, oneWord } from './skin.ts'

const side = component('CheckSide', {
  label: z.string(),
  line: required.string('Line on the form.'),
  value: z
    .union([z.number(), z.boolean(), z.string()])
    .describe(
      'Amount in US dollars, count, true or false, or one of these texts: "not attached", "left blank", "not an amount", "too large".',
    ),
  unit: z.enum(['USD', 'count']).optional(),
  formula: optional.string('Formula for a computed value. Absent if the value was filed.'),
  ref: optional.string('Ref of a filed value.'),
  derivedFrom: optional.strings('Refs of the inputs of a computed value.'),
})

/** A cross-check of a return, as in `ShownCheck`. */
export const check = component('Check', {
  rule: nameOf(z.string()),
  label: z.string(),
  status: oneWord(
    CHECK_STATUSES,
    'Result of the check. $information: a difference that is not a cause for concern.',
  ),
  severity: oneWord(SEVERITIES, 'Severity of a failed check.'),
  left: side,
  right: side,
  difference: optional.number('Left value minus right value.'),
  tolerance: required.string('Accepted difference and the reason for it.'),
  explanation: z.string(),
})
