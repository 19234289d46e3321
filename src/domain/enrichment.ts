import { readWebsite } from './website.ts'

/** An account of the organization at a social network. */
export type SocialLink = { Network: string; URL: string }
/** The raster types an icon may have. */
export const ICON_TYPES = [
  'image/avif',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/x-icon',
] as const
export type IconType = (typeof ICON_TYPES)[number]
/** The image that stands for it; the bytes are kept apart. */
export type CapturedIcon = { URL: string; MediaType: string; SHA256: string }

/** What was read of an organization's own website, by the names its Refs have. */
export type CapturedFields = {
  Title?: string
  Description?: string
  Text?: string
  SiteName?: string
  Language?: string
  SocialLinks?: SocialLink[]
  Icon?: CapturedIcon
}

/** What holds of an organization's website, as the store keeps it. */
export type Capture = {
  /** The address it was asked at, as `readWebsite` makes it of the filed text. */
  website: string
  contentId: string
  fields: CapturedFields
}

/**
 * Whether a snapshot still belongs to the organization: its latest filing must name that website.
 */
export const isFiledStill = ({ website }: Pick<Capture, 'website'>, filed: unknown): boolean =>
  typeof filed === 'string' && readWebsite(filed) === website
