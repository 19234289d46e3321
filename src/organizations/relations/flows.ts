import { ApiError } from '#src/platform/errors.ts'
import type { ProfileDeps } from '../deps.ts'
import { type MoneyFlow, toMoneyFlow } from '../figures/money-flow.ts'
import { selectFiling } from '../filings/select-filing.ts'
import { openFiler } from '../open-profile.ts'
import type { FilingSummary, Organization } from '../organization.ts'
import { type Control, readControls } from '../people/controls.ts'
import { readGovernance } from '../people/governance.ts'
import { readYears } from '../store/read-filing.ts'

export type Flows = {
  organization: Organization
  filing: FilingSummary
  flow: MoneyFlow
  controls: Control[]
}

/**
 * Where the money of one tax year of the primary form came from and went, and what safeguards
 * the return reports; without a year the latest. Two round trips. Throws ApiError ProfileNotFound
 * for an organization without filings, FilingNotFound, whose message lists the years, and
 * StoreUnavailable.
 */
export async function readFlows(
  deps: ProfileDeps,
  ein: string,
  year: number | undefined,
): Promise<Flows> {
  const organization = await openFiler(deps, ein)
  const filing = selectFiling(organization, { year })
  const years = await readYears(deps.postgres, ein, filing.form)
  const read = years.find(({ objectId }) => objectId === filing.objectId)
  // A load replaced it between the two reads; asked again, the list names the new one.
  if (!read) {
    throw new ApiError('StoreUnavailable', { message: 'The filing is being replaced; try again.' })
  }
  return {
    organization,
    filing,
    flow: toMoneyFlow(years, read),
    controls: readControls(readGovernance(organization, read)),
  }
}
