import { releaseTime } from '../domain/release.ts'
import type { SourcesDeps } from './deps.ts'
import type { Freshness } from './source.ts'

/** How fresh the store is; nothing but absent fields before the first load. Throws ApiError StoreUnavailable. */
export async function readFreshness({ postgres }: SourcesDeps): Promise<Freshness> {
  const [newest] = await postgres.query<{ release: string | null }>(
    'select max(id) as release from release',
  )
  const release = newest?.release ?? undefined
  const releasedAt = release && releaseTime(release)
  return { ...(release && { release }), ...(releasedAt && { releasedAt }) }
}
