import type { ProfileDeps } from '../deps.ts'
import type { Window } from '../filings/table-rows.ts'
import { openFiler, openFiling } from '../open-profile.ts'
import type { Filing, Organization } from '../organization.ts'
import { type Person, readLeadership } from './leadership.ts'

/** A portion of the people of a filing, of `total`. */
export type LeadershipPage = {
  organization: Organization
  filing: Filing
  people: Person[]
  total: number
}

/**
 * People of the primary form of one tax year, without a year the latest; three round trips.
 * Throws ApiError ProfileNotFound for an organization without filings, FilingNotFound, whose
 * message lists the years, and StoreUnavailable.
 */
export async function readLeadershipPage(
  deps: ProfileDeps,
  ein: string,
  year: number | undefined,
  window: Window,
): Promise<LeadershipPage> {
  const organization = await openFiler(deps, ein)
  const filing = await openFiling(deps, organization, { year })
  return { organization, filing, ...(await readLeadership(deps, filing, window)) }
}
