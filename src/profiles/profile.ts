import { deriveFigures, type PeopleListed } from '../domain/facts/derived.ts'
import { type Narrative, readNarrative } from '../domain/facts/narrative.ts'
import { type Control, readControls } from './controls.ts'
import type { ProfileDeps } from './deps.ts'
import { type GovernanceField, readGovernance } from './governance.ts'
import { type FieldSource, type NamedFigure, pickFigures } from './named-figures.ts'
import { openFiling, openProfile } from './open-profile.ts'
import type { Filing, Organization } from './organization.ts'
import { readPeople } from './people.ts'
import { hasFiling, selectFiling } from './select-filing.ts'
import { requireVersionIn } from './store/filing-version.ts'
import { readYears, type YearlyFiling } from './store/read-filing.ts'

/** The financial fields named in interface part 2.2; the lines they are shares of come first. */
export const FINANCIAL_FIELDS = {
  totalRevenue: { fact: 'totalRevenue' },
  totalExpenses: { fact: 'totalExpenses' },
  totalAssets: { fact: 'totalAssetsEoy' },
  totalLiabilities: { fact: 'totalLiabilitiesEoy' },
  netAssets: { fact: 'netAssetsEoy', derived: 'netAssets' },
  programRatio: { derived: 'programRatio' },
  fundraisingRatio: { derived: 'fundraisingRatio' },
  adminRatio: { derived: 'administrativeRatio' },
  reserveMonths: { derived: 'reserveMonths' },
  revenueGrowth: { derived: 'revenueGrowth' },
  officerCompensation: { fact: 'officerCompensation', derived: 'officerCompensation' },
  highestPaidCompensation: { derived: 'highestPaidCompensation' },
} as const satisfies Record<string, FieldSource>

export type FinancialKey = keyof typeof FINANCIAL_FIELDS
export const FINANCIAL_KEYS = Object.keys(FINANCIAL_FIELDS) as FinancialKey[]

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
    financials: pickFigures(FINANCIAL_FIELDS, sources),
    governance,
    controls: readControls(governance),
  }
}
