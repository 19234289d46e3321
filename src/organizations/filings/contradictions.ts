import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import type { ProfileDeps } from '../deps.ts'
import { openFiler, openFiling } from '../open-profile.ts'
import type { Filing, Organization } from '../organization.ts'
import { type CheckCounts, checkFiling, countChecks } from './check-filing.ts'
import { type ShownCheck, showChecks } from './shown-checks.ts'

export type Contradictions = {
  organization: Organization
  filing: Filing
  checks: ShownCheck[]
  counts: CheckCounts
  /** Why there is no check. */
  note?: string
}

/**
 * The cross-checks of the latest return of the primary form. Two round trips. Throws ApiError
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

/** Why nothing of a filing could be checked, for people. */
export function whyNoCheck({ form, rowFacts }: Filing): string {
  if (rowFacts === null) {
    return 'This filing is being prepared after an update of the service; try again later.'
  }
  return form === '990N' || form === '990T'
    ? `${FORM_NAMES[form]} says nothing twice that could be held against each other, so nothing was checked.`
    : `This ${FORM_NAMES[form]} leaves blank what cross-checks compare, so nothing was checked.`
}
