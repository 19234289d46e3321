import { ApiError } from '../platform/errors.ts'
import type { ProfileDeps } from './deps.ts'
import { hasFiling, type Selection, selectFiling } from './filings/select-filing.ts'
import type { Filing, Organization } from './organization.ts'
import { readFiling } from './store/read-filing.ts'
import { readExclusionReasons, readOrganization } from './store/read-organization.ts'

/**
 * Who an organization is and which filings it has, in one round trip.
 * Throws ApiError ProfileNotFound for an EIN that nothing loaded names, whose message says why its
 * filings are excluded where they are, and StoreUnavailable.
 */
export async function openProfile({ postgres }: ProfileDeps, ein: string): Promise<Organization> {
  const organization = await readOrganization(postgres, ein)
  if (organization) return organization
  const reasons = await readExclusionReasons(postgres, ein)
  throw new ApiError(
    'ProfileNotFound',
    reasons.length > 0
      ? { message: `No profile exists for this EIN: ${describeExcluded(reasons)}.` }
      : {},
  )
}

/**
 * As `openProfile`, of one that filed a return or a postcard, which all answers but B's profile are
 * made of. Throws ApiError ProfileNotFound also for one that did not, whose message says what the
 * IRS's lists know of it, and why its filings are excluded where they are.
 */
export async function openFiler(deps: ProfileDeps, ein: string): Promise<Organization> {
  const organization = await openProfile(deps, ein)
  requireFilings(organization)
  return organization
}

/**
 * The filing a client means, with its facts and contents; one round trip. Throws ApiError
 * FilingNotFound, whose message lists what there is, and StoreUnavailable.
 */
export async function openFiling(
  { postgres }: ProfileDeps,
  organization: Organization,
  selection: Selection,
): Promise<Filing> {
  const { objectId, form, taxYear } = selectFiling(organization, selection)
  const filing = await readFiling(postgres, objectId)
  if (filing) return filing
  // A load replaced it between the two reads; asked again, the list names the new one.
  throw new ApiError('StoreUnavailable', {
    message: `Form ${form} of tax year ${taxYear} is being replaced; try again.`,
  })
}

function requireFilings(organization: Organization): void {
  if (hasFiling(organization)) return
  const { ein, name, city, state, filings } = organization
  const reasons = filings.flatMap(({ exclusion }) => exclusion ?? [])
  const missing = reasons.length > 0 ? describeExcluded(reasons) : 'no filing of it is known'
  const place = [city, state].filter((part) => part !== null).join(', ')
  throw new ApiError('ProfileNotFound', {
    message: `${name}${place && ` (${place})`} ${whatIsKnown(organization)}, but ${missing}; /api/v2/charity/${ein}/profile has what is known.`,
  })
}

const describeExcluded = (reasons: string[]): string =>
  `what it filed is excluded by the operator of this service (reason: ${[...new Set(reasons)].join('; ')})`

function whatIsKnown({ registry, publication78, revocations: [revoked] }: Organization): string {
  const listed = registry
    ? `listed in the IRS registry of exempt organizations (${registry.asOf})`
    : publication78 && `listed in IRS Publication 78 (${publication78.asOf})`
  const reinstated = revoked?.reinstatedOn ? `, reinstated ${revoked.reinstatedOn}` : ''
  const places = [
    ...(listed ? [listed] : []),
    ...(revoked
      ? [`on the IRS list of revoked exemptions (${revoked.revokedOn}${reinstated})`]
      : []),
  ]
  return `is ${places.join(' and ') || 'known by its name'}`
}
