import type { ProfileDeps } from '../organizations/deps.ts'
import { openFiler } from '../organizations/open-profile.ts'
import type { Organization } from '../organizations/organization.ts'
import { ApiError } from '../platform/errors.ts'

/**
 * Opens an organization with filings. For an EIN that only registries contain, the message of
 * ApiError ProfileNotFound names the endpoint that lists its funders. Throws StoreUnavailable.
 */
export async function requireFiler(deps: ProfileDeps, ein: string): Promise<Organization> {
  try {
    return await openFiler(deps, ein)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ProfileNotFound' && error.details.message) {
      const { message, forPrograms } = error.details
      const funders = `For this organization's funders, request /api/v2/funders/for-cohort?EINs=${ein}.`
      throw new ApiError(error.code, {
        message,
        forPrograms: forPrograms ? `${forPrograms} ${funders}` : funders,
      })
    }
    throw error
  }
}
