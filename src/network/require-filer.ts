import { ApiError } from '../errors.ts'
import type { ProfileDeps } from '../profiles/deps.ts'
import { openFiler } from '../profiles/open-profile.ts'
import type { Organization } from '../profiles/organization.ts'

/**
 * As `openFiler`, for all answers about money: the message of ApiError ProfileNotFound says for an
 * EIN that only the IRS's lists know how its funders can be asked for all the same. Throws
 * StoreUnavailable.
 */
export async function requireFiler(deps: ProfileDeps, ein: string): Promise<Organization> {
  try {
    return await openFiler(deps, ein)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ProfileNotFound' && error.details.message) {
      const { message } = error.details
      throw new ApiError(error.code, {
        message: `${message.replace(/\.$/, '')}, and /api/v2/funders/for-cohort?EINs=${ein} tells who funds it.`,
      })
    }
    throw error
  }
}
