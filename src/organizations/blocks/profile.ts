import { deriveFigures, type PeopleListed } from '#src/domain/facts/derived.ts'
import { type Narrative, readNarrative } from '#src/domain/facts/narrative.ts'
import { PROFILE_FIGURES } from '#src/figures/sets.ts'
import type { ProfileDeps } from '../deps.ts'
import { type NamedFigure, pickByKey } from '../figures/named-figures.ts'
import { hasFiling, selectFiling } from '../filings/select-filing.ts'
import { openFiling, openProfile } from '../open-profile.ts'
import type { Filing, Organization } from '../organization.ts'
import { type Control, readControls } from '../people/controls.ts'
import { type GovernanceField, readGovernance } from '../people/governance.ts'
import { readPeople } from '../people/people.ts'
import { requireVersionIn } from '../store/filing-version.ts'
import { readYears, type YearlyFiling } from '../store/read-filing.ts'

type FinancialKey = (typeof PROFILE_FIGURES)[number]

export type FiledProfile = {
  filing: Filing
  narrative: Narrative
  financials: Partial<Record<FinancialKey, NamedFigure>>
  governance: GovernanceField[]
  controls: Control[]
}

/** `filed` is absent for an organization that only the registry knows. */
export type Profile = { organization: Organization; filed?: FiledProfile }

/**
 * Who an organization is, and what its latest primary form says of it. Three round trips: who it
 * is, then the filing and its form's years at once, then the people. Throws ApiError
 * ProfileNotFound for an EIN that nothing loaded names, and StoreUnavailable.
 */
export async function readProfile(deps: ProfileDeps, ein: string): Promise<Profile> {
  const organization = await openProfile(deps, ein)
  if (!hasFiling(organization)) return { organization }
  const { form } = selectFiling(organization, {})
  const [filing, years] = await Promise.all([
    openFiling(deps, organization, {}),
    readYears(deps.postgres, ein, form),
  ])
  requireVersionIn(filing, years)
  const people = await readPeople(deps, filing)
  return { organization, filed: toFiledProfile(organization, filing, years, people) }
}

/** A profile from what was read; `people` are those of the form's lists. */
export function toFiledProfile(
  organization: Organization,
  filing: Filing,
  years: readonly YearlyFiling[],
  people: PeopleListed | undefined,
): FiledProfile {
  const sources = { organization, filing, derived: deriveFigures({ filing, years, people }) }
  const governance = readGovernance(organization, filing)
  return {
    filing,
    narrative: readNarrative(filing.form, filing.narrative ?? []),
    financials: pickByKey(PROFILE_FIGURES, sources),
    governance,
    controls: readControls(governance),
  }
}
