import { toRef } from '#src/domain/evidence.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import type { CitedKey } from '#src/domain/facts/derived.ts'
import type { CheckOutcome, CheckSide } from '#src/rating/cross-checks/check.ts'
import type { ProfileDeps } from '../deps.ts'
import { citeFigure, filingOfDerived, toDerivedRef } from '../evidence/derived-figures.ts'
import { citeOwn, type EvidenceRef, toDerivedEvidence } from '../evidence/evidence-ref.ts'
import { openFiler, openFiling } from '../open-profile.ts'
import type { Filing, Organization } from '../organization.ts'
import { type CheckCounts, checkFiling, countChecks } from './check-filing.ts'

/** A side of a check with the Ref of its value, or the Refs of its inputs. */
export type ShownSide = Omit<CheckSide, 'from' | 'cited'> & {
  ref?: string
  derivedFrom?: string[]
}

export type ShownCheck = Omit<CheckOutcome, 'left' | 'right'> & {
  left: ShownSide
  right: ShownSide
}

export type Contradictions = {
  organization: Organization
  filing: Filing
  checks: ShownCheck[]
  counts: CheckCounts
  /** Why no check applied. */
  note?: string
}

/**
 * Reads the cross-checks of the latest return on the primary form; two round trips. Throws ApiError
 * ProfileNotFound for an organization without filings, and StoreUnavailable.
 */
export async function readContradictions(deps: ProfileDeps, ein: string): Promise<Contradictions> {
  const organization = await openFiler(deps, ein)
  const filing = await openFiling(deps, organization, {})
  const counts = countChecks(checkFiling(filing))
  return {
    organization,
    filing,
    checks: showChecks(organization, filing),
    counts,
    ...(counts.made === 0 && { note: whyNoCheck(filing) }),
  }
}

/** Returns a sentence that says why no check applies to a filing. */
export function whyNoCheck({ form, rowFacts }: Filing): string {
  if (rowFacts === null) {
    return 'This filing is being processed after a service update. Try again later.'
  }
  return form === '990N' || form === '990T'
    ? `${FORM_NAMES[form]} reports no amount twice, so there is nothing to check.`
    : `The lines that cross-checks compare are blank on this ${FORM_NAMES[form]}, so nothing was checked.`
}

/** Returns the cross-checks of a filing with Refs on both sides, in the order of `checkFiling`. */
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
  const [leaf, ...more] = leaves
  if (leaf === undefined) return side
  // A computed value or a description of what was found is not the value of a leaf.
  if (side.formula !== undefined || typeof side.value === 'string') {
    return { ...side, derivedFrom: leaves }
  }
  return { ...side, ref: leaf, ...(more.length > 0 && { derivedFrom: leaves }) }
}

// A derived Ref has a form and a year. If another filing with the same form and year is current,
// the Ref would mean that one.
function sumRef(organization: Organization, filing: Filing, key: CitedKey): string | undefined {
  const { form, taxYear, objectId } = filing
  const meant = filingOfDerived(organization, { key, form }, taxYear)
  return meant?.objectId === objectId ? toDerivedRef(organization, filing, key) : undefined
}

/** Returns the evidence of both sides of all checks, each once. */
export function evidenceOfChecks(organization: Organization, filing: Filing): EvidenceRef[] {
  const toEvidence = (key: CitedKey) => {
    const isOwn = sumRef(organization, filing, key) !== undefined
    const figure = isOwn ? citeFigure(organization, filing, key) : undefined
    return figure ? [toDerivedEvidence(organization, filing, figure)] : []
  }
  const sides = checkFiling(filing).flatMap(({ left, right }) => [left, right])
  const evidence = sides.flatMap(({ cited = [], from }) => [
    ...cited.flatMap(toEvidence),
    ...from.flatMap((source) => citeOwn(organization, { kind: 'filing', ...source }) ?? []),
  ])
  return [...new Map(evidence.map((one) => [one.ref, one])).values()]
}
