import { releaseTime } from '../domain/release.ts'
import type { ProfileDeps } from './deps.ts'

/**
 * When the newest release of the store was minted, as ISO time; undefined before the first.
 * Throws ApiError StoreUnavailable.
 */
export async function readReleaseTime({ postgres }: ProfileDeps): Promise<string | undefined> {
  const [newest] = await postgres.query<{ release: string | null }>(
    'select max(id) as release from release',
  )
  return newest?.release ? releaseTime(newest.release) : undefined
}
