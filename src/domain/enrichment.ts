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
/** The website's icon; the bytes are stored separately. */
export type CapturedIcon = { URL: string; MediaType: string; SHA256: string }

/** The fields of a snapshot of an organization's website, by their names in Refs. */
export type CapturedFields = {
  Title?: string
  Description?: string
  Text?: string
  SocialLinks?: SocialLink[]
  Icon?: CapturedIcon
}

/** A stored snapshot of an organization's website. */
export type Capture = {
  /** The requested address, as `readWebsite` derives it from the filed text. */
  website: string
  contentId: string
  fields: CapturedFields
}

/**
 * Returns whether a snapshot still belongs to the organization: its latest filing must name that
 * website.
 */
export const isFiledStill = ({ website }: Pick<Capture, 'website'>, filed: unknown): boolean =>
  typeof filed === 'string' && readWebsite(filed) === website
