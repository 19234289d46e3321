import { z } from 'zod'
import type { ShownCheck, ShownSide } from '#src/organizations/filings/shown-checks.ts'
import { CHECK_STATUSES, SEVERITIES } from '#src/rating/cross-checks/check.ts'
import { fieldName } from '../fields.ts'

const side = z
  .strictObject({
    Label: z.string(),
    Line: z.string().describe('Where it stands on the form, or would.'),
    Value: z
      .union([z.number(), z.boolean(), z.string()])
      .describe(
        'Dollars, a count, yes or no, or what was found: "not attached", "left blank", "not an amount", "too large".',
      ),
    Unit: z.enum(['USD', 'count']).optional(),
    Formula: z.string().optional().describe('How it was computed; absent where a leaf holds it.'),
    EvidenceRef: z
      .string()
      .optional()
      .describe('Of the value; absent where it was counted, found, or is not there.'),
    DerivedFrom: z
      .array(z.string())
      .optional()
      .describe('Refs of what it was computed, counted or found from.'),
  })
  .meta({ id: 'CheckSide' })

const check = z
  .strictObject({
    Rule: z.string(),
    Label: z.string(),
    Status: z
      .enum(CHECK_STATUSES)
      .describe('Information is a difference that speaks against nobody.'),
    Severity: z.enum(SEVERITIES).describe('How grave a failure of the rule is.'),
    Left: side,
    Right: side,
    Difference: z.number().optional().describe('Left less right.'),
    Tolerance: z.string().describe('What is let pass, and why.'),
    Explanation: z.string(),
  })
  .meta({ id: 'Check' })

/** Data of the section Checks: failed ones first. */
export const checksData = z.strictObject({ Checks: z.array(check) }).meta({ id: 'ChecksData' })
type ChecksData = z.output<typeof checksData>

export const presentChecks = (checks: readonly ShownCheck[]): ChecksData => ({
  Checks: checks.map((check) => ({
    Rule: fieldName(check.rule),
    Label: check.label,
    Status: check.status,
    Severity: check.severity,
    Left: presentSide(check.left),
    Right: presentSide(check.right),
    Difference: check.difference,
    Tolerance: check.tolerance,
    Explanation: check.explanation,
  })),
})

const presentSide = ({ label, line, value, unit, formula, ref, derivedFrom }: ShownSide) => ({
  Label: label,
  Line: line,
  Value: value,
  ...(unit && { Unit: unit }),
  Formula: formula,
  EvidenceRef: ref,
  ...(derivedFrom && { DerivedFrom: derivedFrom }),
})
