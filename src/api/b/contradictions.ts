import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import {
  type Contradictions,
  readContradictions,
  type ShownCheck,
  type ShownSide,
} from '#src/organizations/filings/shown-checks.ts'
import type { CheckStatus, Severity } from '#src/rating/cross-checks/check.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { einParams, noQuery } from '../shared/parameters.ts'
import { attribute } from './attribute.ts'
import { evidenceRegistry } from './evidence.ts'
import { about, filing, presentAbout, presentFiling } from './fields.ts'
import { src, toSnakeCase } from './figure.ts'
import { answerTimed, operation } from './operation.ts'

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
type ContradictionsData = z.output<typeof contradictionsData>

export const contradictionRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/charity/:ein/contradictions', {
      ...operation({
        operationId: 'readContradictions',
        examples: example('A return that contradicts itself', {
          path: inPath(DEMO.perryCountyHomes),
        }),
        summary: 'Cross-checks between the return and its schedules',
        description:
          'What the latest return of the primary form says twice, held against each other: totals and their parts, questions and the schedules they ask for, lists and their sums, this year and the year before. What passed is shown too, so that "none failed" can be told from "nothing checked".',
        request: { params: einParams, querystring: noQuery },
        data: contradictionsData,
        envelope: 'ContradictionsEnvelope',
      }),
      handler: async (request) =>
        answerTimed(
          deps,
          request,
          (timed) => readContradictions(timed, request.params.ein),
          presentContradictions,
        ),
    })
  }

type ShownData = ContradictionsData['checks'][number]

const STATUSES: Record<CheckStatus, ShownData['status']> = {
  Failed: 'failed',
  Information: 'information',
  Passed: 'passed',
}
const SEVERITIES: Record<Severity, ShownData['severity']> = {
  Concern: 'concern',
  Caution: 'caution',
  Information: 'information',
}

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

const presentCheck = (check: ShownCheck): ShownData => ({
  rule: toSnakeCase(check.rule),
  label: check.label,
  status: STATUSES[check.status],
  severity: SEVERITIES[check.severity],
  left: presentSide(check.left),
  right: presentSide(check.right),
  difference: check.difference,
  tolerance: check.tolerance,
  explanation: check.explanation,
})

const presentSide = ({ derivedFrom, ...side }: ShownSide): ShownData['left'] => ({
  ...side,
  ...(derivedFrom && { derived_from: derivedFrom }),
})
