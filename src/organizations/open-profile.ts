import { formatDay, formatMonth, todayInUtc } from '#src/domain/days.ts'
import { displayName } from '#src/domain/display-name.ts'
import { quoteFiled } from '#src/domain/filed-text.ts'
import { releaseTime } from '../domain/release.ts'
import { ApiError } from '../platform/errors.ts'
import type { ProfileDeps } from './deps.ts'
import { hasFiling, type Selection, selectFiling } from './filings/select-filing.ts'
import type { Filing, Organization } from './organization.ts'
import {
  readFiling,
  readOrganization,
  readRecipientName,
  readYears,
  requireVersionIn,
  type YearlyFiling,
} from './store/read-organization.ts'

/**
 * Opens an organization with the list of its filings, in one round trip. Throws ApiError
 * ProfileNotFound if no loaded source contains the EIN, with what returns of funders
 * call it, and StoreUnavailable.
 */
export async function openProfile(deps: ProfileDeps, ein: string): Promise<Organization> {
  const { postgres } = deps
  const organization = await readOrganization(postgres, ein, todayInUtc(deps))
  if (organization) return organization
  const named = await readRecipientName(postgres, ein)
  throw new ApiError(
    'ProfileNotFound',
    named
      ? {
          message: `No profile exists for this EIN because no filing or registry entry of it is loaded. Returns of its funders name it ${quoteFiled(named, LONGEST_NAME)}.`,
        }
      : {},
  )
}

const LONGEST_NAME = 200

/**
 * Opens an organization that filed a return or a postcard. All responses except surface B's profile
 * need one. Throws the errors of `openProfile`, and ApiError ProfileNotFound without a filing,
 * whose message names the IRS lists it is on.
 */
export async function openFiler(deps: ProfileDeps, ein: string): Promise<Organization> {
  const organization = await openProfile(deps, ein)
  if (hasFiling(organization)) return organization
  const { name, city, state } = organization
  const place = [city && displayName(city), state].filter((part) => part !== null).join(', ')
  throw new ApiError('ProfileNotFound', {
    message: `${displayName(name)}${place && ` (${place})`} ${describeLists(organization)}, but no filing of this organization is available.`,
    forPrograms: `For the available data, request /api/v2/charity/${ein}/profile.`,
  })
}

/**
 * Opens the selected filing with its facts and contents; one round trip. Throws ApiError
 * FilingNotFound, whose message lists what exists, and StoreUnavailable.
 */
export async function openFiling(
  { postgres }: ProfileDeps,
  organization: Organization,
  selection: Selection,
): Promise<Filing> {
  const { objectId, form, taxYear } = selectFiling(organization, selection)
  const filing = await readFiling(postgres, objectId)
  if (filing) return filing
  // A load replaced it between the two reads. On a retry, the list has the new one.
  throw new ApiError('StoreUnavailable', {
    message: `Form ${form} for tax year ${taxYear} is being replaced. Try again.`,
  })
}

/**
 * Opens the selected filing, and reads all current filings of its form at the same time. Throws the
 * errors of `openFiling`.
 */
export async function openYears(
  deps: ProfileDeps,
  organization: Organization,
  selection: Selection,
): Promise<{ filing: Filing; years: YearlyFiling[] }> {
  const { form } = selectFiling(organization, selection)
  const [filing, years] = await Promise.all([
    openFiling(deps, organization, selection),
    readYears(deps.postgres, organization.ein, form),
  ])
  requireVersionIn(filing, years)
  return { filing, years }
}

/**
 * Returns the time of the newest release of the store, as ISO time; undefined before the first. Throws
 * ApiError StoreUnavailable.
 */
export async function readReleaseTime({ postgres }: ProfileDeps): Promise<string | undefined> {
  const [newest] = await postgres.query<{ release: string | null }>(
    'select max(id) as release from release',
  )
  return newest?.release ? releaseTime(newest.release) : undefined
}

function describeLists({ registry, publication78, revocations: [revoked] }: Organization): string {
  const listed = registry
    ? `listed in the IRS registry of exempt organizations (${formatMonth(registry.asOf)})`
    : publication78 && `listed in IRS Publication 78 (${formatMonth(publication78.asOf)})`
  const reinstated = revoked?.reinstatedOn ? `, reinstated ${formatDay(revoked.reinstatedOn)}` : ''
  const lists = [
    ...(listed ? [listed] : []),
    ...(revoked
      ? [`on the IRS list of revoked exemptions (${formatDay(revoked.revokedOn)}${reinstated})`]
      : []),
  ]
  return `is ${lists.join(' and ') || 'known only by its name'}`
}
