import type { SocialLink } from '#src/domain/enrichment.ts'
import { formatRef } from '#src/domain/evidence.ts'
import type { Cited } from '../../domain/cite.ts'
import type { Enrichment, Organization } from '../organization.ts'
import { ApiError } from '#src/platform/errors.ts'
import type { ProfileDeps } from '../deps.ts'
import { openFiler } from '../open-profile.ts'
import { type Icon, readIcon } from '../store/read-listed.ts'

/** What an organization's own website gives its page: of today, whichever year is shown. */
export type WebPresence = {
  /** When the website was last read, as ISO time. */
  capturedAt: string
  /** Where this content was first read, after redirects. */
  url: string
  /** What the site tells search engines of itself. */
  description?: Cited<string>
  socialLinks: Cited<SocialLink>[]
  /** Media type of the image, which /brand-icon serves. */
  icon?: Cited<string>
}

/** What is shown of the website; undefined when the organization is not enriched. */
export function toWebPresence({
  ein,
  enrichment,
}: Pick<Organization, 'ein' | 'enrichment'>): WebPresence | undefined {
  if (enrichment === null) return undefined
  const { fields, capturedAt, source } = enrichment
  const refOf = toRefOf(ein, enrichment)
  const { Description, SocialLinks = [], Icon } = fields
  return {
    capturedAt,
    url: source.url,
    ...(Description && { description: { value: Description, ref: refOf('Description') } }),
    socialLinks: SocialLinks.map((value, place) => ({
      value,
      ref: refOf(`SocialLinks[${place + 1}]`),
    })),
    ...(Icon && { icon: { value: Icon.MediaType, ref: refOf('Icon') } }),
  }
}

const toRefOf =
  (ein: string, { contentId }: Enrichment) =>
  (field: string): string =>
    formatRef({ kind: 'web', ein, contentId, field })

/** Path of the image of an organization; it answers while `WebPresence.icon` is there. */
export const iconPath = (ein: string): string => `/api/v2/charity/${ein}/brand-icon`

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
