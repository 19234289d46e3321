import { z } from 'zod'
import {
  type Contradictions,
  readContradictions,
  type ShownCheck,
  type ShownSide,
} from '#src/organizations/filings/shown-checks.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { component, optional, required } from '../shared/schemas.ts'
import { attribute } from './attribute.ts'
import { evidenceRegistry } from './evidence.ts'
import { about, filing, presentAbout, presentFiling } from './fields.ts'
import { src, toLower, toSnakeCase } from './figure.ts'
import { deepDive } from './operation.ts'

const side = component('ContradictionSide', {
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
  derived_from: optional.strings('Refs of the inputs of a computed value.'),
  _src: src,
})

const check = component('CrossCheck', {
  rule: z.string(),
  label: z.string(),
  status: required.enum(
    ['failed', 'information', 'passed'],
    'Result of the check. information: a difference that is not a cause for concern.',
  ),
  severity: required.enum(['concern', 'caution', 'information'], 'Severity of a failed check.'),
  left: side,
  right: side,
  difference: optional.number('Left value minus right value.'),
  tolerance: required.string('Accepted difference and the reason for it.'),
  explanation: z.string(),
  _src: src,
})

export const contradictionsData = z.strictObject({
  ...about,
  filing,
  checks: required.array(check, 'Failed checks first, then information, then passed checks.'),
  counts: z.strictObject({
    made: z.int(),
    failed: z.int(),
    information: z.int(),
    passed: z.int(),
  }),
  note: optional.string('Why nothing was checked.'),
  evidence: evidenceRegistry,
})
type ContradictionsData = z.output<typeof contradictionsData>

export const contradictionsRoute = deepDive('/api/v2/charity/:ein/contradictions', {
  operationId: 'readContradictions',
  examples: example('A return that contradicts itself', {
    path: inPath(DEMO.perryCountyHomes),
  }),
  summary: 'Get cross-checks between the return and its schedules',
  description:
    "Checks the latest return of the primary form for values that should agree: totals and their parts, answers and the schedules they require, lists and their sums, and prior-year columns and the prior year's return. Also lists the checks that passed.",
  data: contradictionsData,
  envelope: 'ContradictionsEnvelope',
  read: (deps, { ein }) => readContradictions(deps, ein),
  present: presentContradictions,
})

type ShownData = ContradictionsData['checks'][number]

function presentContradictions(found: Contradictions): ContradictionsData {
  const { organization, filing, checks, counts, note } = found
  const data = {
    ...presentAbout(organization),
    filing: presentFiling(filing),
    checks: checks.map(presentCheck),
    counts,
    ...(note !== undefined && { note }),
  }
  return attribute(data, filing)
}

const presentCheck = ({
  rule,
  status,
  severity,
  left,
  right,
  ...check
}: ShownCheck): ShownData => ({
  rule: toSnakeCase(rule),
  ...check,
  status: toLower(status),
  severity: toLower(severity),
  left: presentSide(left),
  right: presentSide(right),
})

const presentSide = ({ derivedFrom, ...side }: ShownSide): ShownData['left'] => ({
  ...side,
  derived_from: derivedFrom,
})
