import { z } from 'zod'
import { readContradictions } from '#src/organizations/filings/shown-checks.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { check } from '../shared/checks.ts'
import { optional, required } from '../shared/schemas.ts'
import { deepDive } from './operation.ts'

export const contradictionsRoute = deepDive('/api/v2/charity/:ein/contradictions', {
  operationId: 'readContradictions',
  examples: example('A return that contradicts itself', {
    path: inPath(DEMO.perryCountyHomes),
  }),
  summary: 'Get cross-checks between the return and its schedules',
  description:
    "Checks the latest return of the primary form for values that should agree: totals and their parts, answers and the schedules they require, lists and their sums, and prior-year columns and the prior year's return. Also lists the checks that passed.",
  envelope: 'ContradictionsEnvelope',
  data: {
    checks: required.array(check, 'Failed checks first, then information, then passed checks.'),
    counts: z.strictObject({
      made: z.int(),
      failed: z.int(),
      information: z.int(),
      passed: z.int(),
    }),
    note: optional.string('Why nothing was checked.'),
  },
  read: (deps, { ein }) => readContradictions(deps, ein),
  present: (found) => found,
})
