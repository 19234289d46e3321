import type { ProfileDeps } from './deps.ts'
import { openFiler, openFiling } from './open-profile.ts'
import type { Filing, Organization } from './organization.ts'
import { type Relationship, readRelated } from './related.ts'
import type { Window } from './table-rows.ts'

/** A portion of the relationships of a filing, of `total`. */
export type RelatedPage = {
  organization: Organization
  filing: Filing
  relationships: Relationship[]
  total: number
}

/**
 * Related organizations by the primary form of one tax year, without a year the latest. Three
 * round trips: who it is, the filing, then its own rows and those that name it at once. Throws
 * ApiError ProfileNotFound for an organization without filings, FilingNotFound, whose message lists the years, and StoreUnavailable.
 */
export async function readRelatedPage(
  deps: ProfileDeps,
  ein: string,
  year: number | undefined,
  window: Window,
): Promise<RelatedPage> {
  const organization = await openFiler(deps, ein)
  const filing = await openFiling(deps, organization, { year })
  return { organization, filing, ...(await readRelated(deps, organization, filing, window)) }
}
