import { z } from 'zod'
import { FORM_NAMES } from '../../domain/facts/citation.ts'
import type { EvidenceRef } from '../../organizations/evidence/evidence-ref.ts'
import { countChecks } from '../../organizations/filings/check-filing.ts'
import { selectionOf } from '../../organizations/filings/select-filing.ts'
import {
  evidenceOfChecks,
  type ShownCheck,
  type ShownSide,
  showChecks,
} from '../../organizations/filings/shown-checks.ts'
import { openFiler, openFiling } from '../../organizations/open-profile.ts'
import { distinct, known, toFilingShown } from '../cite.ts'
import { einInput, yearInput } from '../parameters.ts'
import { type Counted, defineTool } from '../tool.ts'

// A return that fails more checks usually has one fault that violates several rules.
const SHOWN = 10

/** Lists contradictions within a return. */
export const checkReturn = defineTool({
  name: 'check_return',
  description:
    'Cross-checks the values in one return against each other and against the prior year’s return. Lists the checks that failed, with both values and their lines.',
  input: z.strictObject({ ein: einInput, year: yearInput.optional() }),
  run: async (deps, { ein, year }, signal) => {
    const organization = await openFiler(deps, ein)
    signal.throwIfAborted()
    const filing = await openFiling(deps, organization, selectionOf(organization, { year }))
    const all = showChecks(organization, filing)
    const { made, failed, passed } = countChecks(all)
    const byRef = new Map(evidenceOfChecks(organization, filing).map((one) => [one.ref, one]))
    const checks = all
      .filter(({ status }) => status !== 'Passed')
      .slice(0, SHOWN)
      .map((check) => toShown(ein, check, byRef))
    return {
      filing: toFilingShown(organization, filing),
      made,
      failed,
      passed,
      /** Failed ones first, then informational ones; passed ones are only counted. */
      checks,
      /** Why no check was possible. */
      note: made === 0 ? `This ${FORM_NAMES[filing.form]} has no values to compare.` : undefined,
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
  },
})

type ByRef = ReadonlyMap<string, EvidenceRef>

/** `difference` is in dollars or a count; undefined if the sides are not numbers. */
const toShown = (
  ein: string,
  { rule, label, status, left, right, difference }: ShownCheck,
  byRef: ByRef,
) => ({
  rule,
  label,
  status,
  left: toSide(ein, left, byRef),
  right: toSide(ein, right, byRef),
  difference,
})

export type CheckSide = ReturnType<typeof toSide>

/** One of the two values; `citation` is undefined if no filed value or sum contains it. */
function toSide(ein: string, { label, value, unit, ref }: ShownSide, byRef: ByRef) {
  const evidence = ref === undefined ? undefined : byRef.get(ref)
  return { label, value, unit, citation: evidence && { ein, label, value, evidence } }
}

/** Returns the difference, and the sides that no filed value contains. */
const countCheck = ({ label, left, right, difference }: ReturnType<typeof toShown>): Counted[] => [
  ...(difference === undefined ? [] : [{ label: `${label}: difference`, value: difference }]),
  ...[left, right].flatMap((side) =>
    typeof side.value === 'number' && !side.citation
      ? [{ label: side.label, value: side.value }]
      : [],
  ),
]
