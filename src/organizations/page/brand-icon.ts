import { ApiError } from '#src/platform/errors.ts'
import type { ProfileDeps } from '../deps.ts'
import { openFiler } from '../open-profile.ts'
import { type Icon, readIcon } from '../store/read-icon.ts'

export type BrandIcon = Icon & {
  /** SHA-256 of the bytes, in hex. */
  sha256: string
}

/**
 * The image an organization's website shows for itself, as it was fetched; at most two round trips.
 * Throws ApiError ProfileNotFound, IconNotFound, StoreUnavailable.
 */
export async function readBrandIcon(deps: ProfileDeps, ein: string): Promise<BrandIcon> {
  const { enrichment } = await openFiler(deps, ein)
  const sha256 = enrichment?.fields.Icon?.SHA256
  const icon = sha256 === undefined ? undefined : await readIcon(deps.postgres, sha256)
  if (sha256 === undefined || !icon) throw new ApiError('IconNotFound')
  return { ...icon, sha256 }
}
