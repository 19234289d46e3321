import type { Contradictions } from '../../profiles/contradictions.ts'
import type { ShownCheck, ShownSide } from '../../profiles/shown-checks.ts'
import type { CheckStatus, Severity } from '../../rating/cross-checks/check.ts'
import { attribute } from './attribute.ts'
import type { ContradictionsData } from './contradictions-schema.ts'
import { toSnakeCase } from './figure.ts'
import { presentAbout, presentFiling } from './filing-schema.ts'

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

/** Cross-checks of the latest return, and how they came out. */
export function presentContradictions(found: Contradictions): ContradictionsData {
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
  ...(check.difference !== undefined && { difference: check.difference }),
  tolerance: check.tolerance,
  explanation: check.explanation,
})

const presentSide = ({ derivedFrom, ...side }: ShownSide): ShownData['left'] => ({
  ...side,
  ...(derivedFrom && { derived_from: derivedFrom }),
})
