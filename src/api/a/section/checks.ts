import { z } from 'zod'
import type { ShownCheck, ShownSide } from '#src/organizations/filings/shown-checks.ts'
import { CHECK_STATUSES, SEVERITIES } from '#src/rating/cross-checks/check.ts'
import { fieldName, toFields } from '../fields.ts'

const side = z
  .strictObject({
    Label: z.string(),
    Line: z.string().describe('Line of the form.'),
    Value: z
      .union([z.number(), z.boolean(), z.string()])
      .describe(
        'Dollars, a count, yes or no, or "not attached", "left blank", "not an amount", "too large".',
      ),
    Unit: z.enum(['USD', 'count']).optional(),
    Formula: z.string().optional().describe('How it was computed; absent if it was filed.'),
    EvidenceRef: z.string().optional().describe('Ref of the value, if it was filed.'),
    DerivedFrom: z.array(z.string()).optional().describe('Refs of what it was computed from.'),
  })
  .meta({ id: 'CheckSide' })

const check = z
  .strictObject({
    Rule: z.string(),
    Label: z.string(),
    Status: z.enum(CHECK_STATUSES).describe('Information is a difference without concern.'),
    Severity: z.enum(SEVERITIES).describe('How serious a failure of the rule is.'),
    Left: side,
    Right: side,
    Difference: z.number().optional().describe('Left minus right.'),
    Tolerance: z.string().describe('Which difference is accepted, and why.'),
    Explanation: z.string(),
  })
  .meta({ id: 'Check' })

/** Data of the section Checks: failed ones first. */
export const checksData = z.strictObject({ Checks: z.array(check) }).meta({ id: 'ChecksData' })
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
