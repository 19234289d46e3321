import { z } from 'zod'
import { evidenceRegistry } from './evidence.ts'
import { src } from './figure.ts'
import { about, filing } from './filing-schema.ts'

const side = z
  .strictObject({
    label: z.string(),
    line: z.string().describe('Where it stands on the form, or would.'),
    value: z
      .union([z.number(), z.boolean(), z.string()])
      .describe(
        'Dollars, a count, yes or no, or what was found: "not attached", "left blank", "not an amount", "too large".',
      ),
    unit: z.enum(['USD', 'count']).optional(),
    formula: z.string().optional().describe('How it was computed; absent where a leaf holds it.'),
    ref: z
      .string()
      .optional()
      .describe('Of the value; absent where it was counted, found, or is not there.'),
    derived_from: z
      .array(z.string())
      .optional()
      .describe('Refs of what it was computed, counted or found from.'),
    _src: src,
  })
  .meta({ id: 'ContradictionSide' })

const check = z
  .strictObject({
    rule: z.string(),
    label: z.string(),
    status: z
      .enum(['failed', 'information', 'passed'])
      .describe('Failed checks are the contradictions; information speaks against nobody.'),
    severity: z
      .enum(['concern', 'caution', 'information'])
      .describe('How grave a failure of the rule is.'),
    left: side,
    right: side,
    difference: z.number().optional().describe('Left less right.'),
    tolerance: z.string().describe('What is let pass, and why.'),
    explanation: z.string(),
    _src: src,
  })
  .meta({ id: 'CrossCheck' })

export const contradictionsData = z.strictObject({
  ...about,
  filing,
  checks: z.array(check).describe('Failed ones first, then information, then what passed.'),
  counts: z.strictObject({
    made: z.int(),
    failed: z.int(),
    information: z.int(),
    passed: z.int(),
  }),
  note: z.string().optional().describe('Why nothing was checked, where nothing was.'),
  evidence: evidenceRegistry,
})
export type ContradictionsData = z.output<typeof contradictionsData>
