import { toRef } from '#src/domain/evidence.ts'
import type { CitedKey } from '#src/domain/facts/derived-refs.ts'
import type { CheckOutcome, CheckSide } from '#src/rating/cross-checks/check.ts'
import { citeFigure } from '../evidence/derived-figures.ts'
import { filingOfDerived, toDerivedRef } from '../evidence/derived-ref.ts'
import { citeRef, type EvidenceRef, toDerivedEvidence } from '../evidence/evidence-ref.ts'
import type { Filing, Organization } from '../organization.ts'
import { checkFiling } from './check-filing.ts'

/** A side of a check with the Ref of its value, or of what it was computed or read from. */
export type ShownSide = Omit<CheckSide, 'from' | 'cited'> & {
  ref?: string
  derivedFrom?: string[]
}

export type ShownCheck = Omit<CheckOutcome, 'left' | 'right'> & {
  left: ShownSide
  right: ShownSide
}

/** The cross-checks of a filing with Refs on both sides, in the order of `checkFiling`. */
export const showChecks = (organization: Organization, filing: Filing): ShownCheck[] =>
  checkFiling(filing).map(({ left, right, ...check }) => ({
    ...check,
    left: showSide(organization, filing, left),
    right: showSide(organization, filing, right),
  }))

function showSide(
  organization: Organization,
  filing: Filing,
  { from, cited = [], ...side }: CheckSide,
): ShownSide {
  const leaves = from.map(toRef)
  const sums = cited.flatMap((key) => sumRef(organization, filing, key) ?? [])
  const [sum, ...others] = sums
  if (sum !== undefined && others.length === 0) return { ...side, ref: sum, derivedFrom: leaves }
  if (sums.length > 1) return { ...side, derivedFrom: sums }
  // Without a formula a leaf holds the value; a text says what was found, and no leaf holds that.
  const [leaf, ...more] = leaves
  if (leaf === undefined) return side
  if (side.formula !== undefined || typeof side.value === 'string') {
    return { ...side, derivedFrom: leaves }
  }
  return { ...side, ref: leaf, ...(more.length > 0 && { derivedFrom: leaves }) }
}

// A derived Ref names a form and a year. Where another filing of both is current, it means that one.
function sumRef(organization: Organization, filing: Filing, key: CitedKey): string | undefined {
  const { form, taxYear, objectId } = filing
  const meant = filingOfDerived(organization, { key, form }, taxYear)
  return meant?.objectId === objectId ? toDerivedRef(organization, filing, key) : undefined
}

/** The evidence of all that checks cite, each once. */
export function evidenceOfChecks(organization: Organization, filing: Filing): EvidenceRef[] {
  const byRef = new Map<string, EvidenceRef>()
  const add = (evidence: EvidenceRef | undefined): void => {
    if (evidence && !byRef.has(evidence.ref)) byRef.set(evidence.ref, evidence)
  }
  for (const { left, right } of checkFiling(filing)) {
    for (const { cited = [], from } of [left, right]) {
      for (const key of cited) {
        if (sumRef(organization, filing, key) === undefined) continue
        const figure = citeFigure(organization, filing, key)
        add(figure && toDerivedEvidence(organization, filing, figure))
      }
      for (const source of from) add(citeRef(organization, toRef(source)))
    }
  }
  return [...byRef.values()]
}
