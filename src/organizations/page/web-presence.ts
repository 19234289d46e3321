import type { Cited } from '#src/domain/cite.ts'
import type { SocialLink } from '#src/domain/enrichment.ts'
import { formatRef } from '#src/domain/evidence.ts'
import { ApiError } from '#src/platform/errors.ts'
import type { ProfileDeps } from '../deps.ts'
import { openFiler } from '../open-profile.ts'
import type { Organization } from '../organization.ts'
import { type Icon, readIcon } from '../store/read-listed.ts'

/** The newest snapshot of an organization's website. It does not depend on the shown year. */
export type WebPresence = {
  /** When the website was last read, as ISO time. */
  capturedAt: string
  /** The address of the first snapshot with this content, after redirects. */
  url: string
  /** The website's description of itself for search engines. */
  description?: Cited<string>
  socialLinks: Cited<SocialLink>[]
  /** Media type of the image that /brand-icon returns. */
  icon?: Cited<string>
}

/** Returns the shown fields of the website; undefined if it was not read. */
export function toWebPresence({
  ein,
  enrichment,
}: Pick<Organization, 'ein' | 'enrichment'>): WebPresence | undefined {
  if (enrichment === null) return undefined
  const { fields, capturedAt, source, contentId } = enrichment
  const refTo = (field: string): string => formatRef({ kind: 'web', ein, contentId, field })
  const { Description, SocialLinks = [], Icon } = fields
  return {
    capturedAt,
    url: source.url,
    ...(Description && { description: { value: Description, ref: refTo('Description') } }),
    socialLinks: SocialLinks.map((value, place) => ({
      value,
      ref: refTo(`SocialLinks[${place + 1}]`),
    })),
    ...(Icon && { icon: { value: Icon.MediaType, ref: refTo('Icon') } }),
  }
}

/** Returns the path of an organization's image, which exists if `WebPresence.icon` does. */
export const iconPath = (ein: string): string => `/api/v2/charity/${ein}/brand-icon`

type BrandIcon = Icon & {
  /** SHA-256 of the bytes, in hex. */
  sha256: string
}

/**
 * Reads the icon of an organization's website as fetched; at most two round trips. Throws ApiError
 * ProfileNotFound, IconNotFound, StoreUnavailable.
 */
export async function readBrandIcon(deps: ProfileDeps, ein: string): Promise<BrandIcon> {
  const { enrichment } = await openFiler(deps, ein)
  const sha256 = enrichment?.fields.Icon?.SHA256
  const icon = sha256 === undefined ? undefined : await readIcon(deps.postgres, sha256)
  if (sha256 === undefined || !icon) throw new ApiError('IconNotFound')
  return { ...icon, sha256 }
}
