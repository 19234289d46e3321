import type { ShownCheck, ShownSide } from '../../profiles/shown-checks.ts'
import type { ChecksData } from './checks-schema.ts'
import { fieldName } from './field-name.ts'

/** A's form of cross-checks; what is unknown is left out. */
export const presentChecks = (checks: readonly ShownCheck[]): ChecksData => ({
  Checks: checks.map((check) => ({
    Rule: fieldName(check.rule),
    Label: check.label,
    Status: check.status,
    Severity: check.severity,
    Left: presentSide(check.left),
    Right: presentSide(check.right),
    ...(check.difference !== undefined && { Difference: check.difference }),
    Tolerance: check.tolerance,
    Explanation: check.explanation,
  })),
})

const presentSide = ({ label, line, value, unit, formula, ref, derivedFrom }: ShownSide) => ({
  Label: label,
  Line: line,
  Value: value,
  ...(unit && { Unit: unit }),
  ...(formula !== undefined && { Formula: formula }),
  ...(ref !== undefined && { EvidenceRef: ref }),
  ...(derivedFrom && { DerivedFrom: derivedFrom }),
})
