import { deriveFigures } from '#src/domain/facts/derived.ts'
import { PROFILE_FIGURES } from '#src/figures/sets.ts'
import type { ProfileDeps } from '../deps.ts'
import { type NamedFigure, pickByKey } from '../figures/named-figures.ts'
import { hasFiling } from '../filings/select-filing.ts'
import { openProfile, openYears } from '../open-profile.ts'
import type { Filing, Organization } from '../organization.ts'
import {
  type Control,
  type GovernanceField,
  readControls,
  readGovernance,
} from '../people/governance.ts'
import { readPeople } from '../people/people.ts'

export type FiledProfile = {
  filing: Filing
  financials: Partial<Record<(typeof PROFILE_FIGURES)[number], NamedFigure>>
  governance: GovernanceField[]
  controls: Control[]
}

/** `filed` is absent for an organization without a filing. */
export type Profile = { organization: Organization; filed?: FiledProfile }

/**
 * Reads an organization and its latest filing on the primary form. Three round trips: the
 * organization, the filing, and the years of its form, then the people. Throws ApiError
 * ProfileNotFound if no loaded source contains the EIN, and StoreUnavailable.
 */
export async function readProfile(deps: ProfileDeps, ein: string): Promise<Profile> {
  const organization = await openProfile(deps, ein)
  if (!hasFiling(organization)) return { organization }
  const { filing, years } = await openYears(deps, organization, {})
  const people = await readPeople(deps, filing)
  const sources = { organization, filing, derived: deriveFigures({ filing, years, people }) }
  const governance = readGovernance(organization, filing)
  return {
    organization,
    filed: {
      filing,
      financials: pickByKey(PROFILE_FIGURES, sources),
      governance,
      controls: readControls(governance),
    },
  }
}
