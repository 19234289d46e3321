import { ApiError } from '../errors.ts'
import type { ProfileDeps } from '../profiles/deps.ts'
import { openFiler } from '../profiles/open-profile.ts'

/**
 * Refuses an EIN of which no filing is known: ApiError ProfileNotFound, whose message says for one
 * that the IRS lists what is known of it and how its funders can be asked for all the same. Throws
 * StoreUnavailable.
 */
export async function requireFiler(deps: ProfileDeps, ein: string): Promise<void> {
  try {
    await openFiler(deps, ein)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ProfileNotFound' && error.details.message) {
      const { message } = error.details
      throw new ApiError(error.code, {
        message: `${message.replace(/\.$/, '')}, and /api/v2/funders/for-cohort?EINs=${ein} who funds it.`,
      })
    }
    throw error
  }
}
