import { z } from 'zod'
import { FORM_NAMES } from '../../domain/facts/citation.ts'
import { countChecks } from '../../profiles/check-filing.ts'
import type { EvidenceRef } from '../../profiles/evidence/evidence-ref.ts'
import { openFiler, openFiling } from '../../profiles/open-profile.ts'
import { selectionOf } from '../../profiles/select-form.ts'
import {
  evidenceOfChecks,
  type ShownCheck,
  type ShownSide,
  showChecks,
} from '../../profiles/shown-checks.ts'
import type { Citation } from '../chat.ts'
import type { AssistantDeps } from '../deps.ts'
import { distinct, known, toFilingShown } from './cite.ts'
import type { FilingShown } from './figures.ts'
import { einParam, yearParam } from './params.ts'
import type { Counted, Tool, ToolAnswer } from './tool.ts'

/** One of the two values a check compares. */
export type CheckSideShown = {
  label: string
  value: number | string | boolean
  /** Of a number: dollars where the rule compares money. */
  unit?: 'USD' | 'count'
  /** Absent where no single leaf or sum holds the value. */
  citation?: Citation
}

export type CheckShown = {
  rule: string
  label: string
  status: 'Failed' | 'Information' | 'Passed'
  left: CheckSideShown
  right: CheckSideShown
  /** Dollars or a number of things; absent where the sides are no numbers. */
  difference?: number
}

export type CheckReturnAnswer = ToolAnswer & {
  filing: FilingShown
  made: number
  failed: number
  passed: number
  /** Failed ones first, then those for information; at most ten. Passed ones are counted alone. */
  checks: CheckShown[]
  /** Why no check could be made. */
  note?: string
}

const params = z.strictObject({ ein: einParam, year: yearParam.optional() })

// A return that fails more has one fault that several rules see.
const SHOWN = 10

async function run(
  deps: AssistantDeps,
  { ein, year }: z.output<typeof params>,
  signal: AbortSignal,
): Promise<CheckReturnAnswer> {
  const organization = await openFiler(deps, ein)
  signal.throwIfAborted()
  const filing = await openFiling(deps, organization, selectionOf(organization, { year }))
  const all = showChecks(organization, filing)
  const { made, failed, passed } = countChecks(all)
  const evidence = evidenceOfChecks(organization, filing)
  const byRef = new Map(evidence.map((one) => [one.ref, one]))
  const checks = all
    .filter(({ status }) => status !== 'Passed')
    .slice(0, SHOWN)
    .map((check) => toShown(ein, check, byRef))
  return {
    filing: toFilingShown(organization, filing),
    made,
    failed,
    passed,
    checks,
    ...(made === 0 && { note: `Nothing in this ${FORM_NAMES[filing.form]} could be compared.` }),
    citations: distinct(
      known(checks.flatMap(({ left, right }) => [left.citation, right.citation])),
    ),
    counted: [
      { label: 'Cross-checks made', value: made },
      { label: 'Cross-checks failed', value: failed },
      { label: 'Cross-checks passed', value: passed },
      ...checks.flatMap(countCheck),
    ],
  }
}

type ByRef = ReadonlyMap<string, EvidenceRef>

function toShown(ein: string, check: ShownCheck, byRef: ByRef): CheckShown {
  const { rule, label, status, left, right, difference } = check
  return {
    rule,
    label,
    status,
    left: toSide(ein, left, byRef),
    right: toSide(ein, right, byRef),
    ...(difference !== undefined && { difference }),
  }
}

function toSide(ein: string, side: ShownSide, byRef: ByRef): CheckSideShown {
  const { label, value, unit, ref } = side
  const evidence = ref === undefined ? undefined : byRef.get(ref)
  const citation = evidence && { ein, label, value, evidence }
  return { label, value, ...(unit && { unit }), ...(citation && { citation }) }
}

/** The difference, and sides that no leaf holds. */
const countCheck = ({ label, left, right, difference }: CheckShown): Counted[] => [
  ...(difference === undefined ? [] : [{ label: `${label}: difference`, value: difference }]),
  ...[left, right].flatMap((side) =>
    typeof side.value === 'number' && !side.citation
      ? [{ label: side.label, value: side.value }]
      : [],
  ),
]

/** Where a return says two things that do not agree. */
export const checkReturn: Tool<typeof params, CheckReturnAnswer> = {
  name: 'check_return',
  description:
    'Cross-checks of one return against itself: which failed, with both values and their lines.',
  params,
  run,
}
