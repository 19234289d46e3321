import { z } from 'zod'
import { CHECK_STATUSES, SEVERITIES } from '#src/rating/cross-checks/check.ts'
import { component } from './schemas.ts'
import { nameOf, oneWord } from './skin.ts'

const side = component('CheckSide', {
  label: z.string(),
  line: z.string(),
  value: z
    .union([z.number(), z.boolean(), z.string()])
    .describe(
      'Amount in US dollars, count, true or false, or one of these texts: "not attached", "left blank", "not an amount", "too large".',
    ),
  unit: z.enum(['USD', 'count']).optional(),
  formula: z.string().optional(),
  ref: z.string().optional(),
  derivedFrom: z.array(z.string()).optional(),
})

/** A cross-check of a return, as in `ShownCheck`. */
export const check = component('Check', {
  rule: nameOf(z.string()),
  label: z.string(),
  status: oneWord(CHECK_STATUSES),
  severity: oneWord(SEVERITIES),
  left: side,
  right: side,
  difference: z.number().optional(),
  tolerance: z.string(),
  explanation: z.string(),
})
