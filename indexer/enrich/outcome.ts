import { createHash } from 'node:crypto'
import type { CapturedFields, CapturedIcon } from '#src/domain/enrichment.ts'
import { type Captured, type Failure, isCaptured, type WebIcon } from './fetch/fetch-website.ts'
import { isPassing } from './fetch/passing.ts'

/** The outcome of trying a website. */
export type Outcome =
  | Read
  /** The site or our rules refused; asking again at once would not change it. */
  | ({ state: 'Refused' } & Failure)
  /** An error that may not happen next time. */
  | ({ state: 'Failed' } & Failure)

export type Read = {
  state: 'Enriched'
  /** Where it was read, after redirects. */
  url: string
  fields: CapturedFields
  icon: WebIcon | undefined
  /** Whether it has no icon only because the icon's host failed in a way that may pass. */
  isIconAway: boolean
}

/** Returns what a fetched website, or the failure to fetch it, means for the organization. */
export function toOutcome(fetched: Captured | Failure): Outcome {
  if (!isCaptured(fetched)) {
    return { state: isPassing(fetched.kind) ? 'Failed' : 'Refused', ...fetched }
  }
  const { url, icon, iconFailure } = fetched
  const fields: CapturedFields = { ...fetched.fields, ...(icon && { Icon: toIconField(icon) }) }
  return { state: 'Enriched', url, fields, icon, isIconAway: iconFailure === 'passing' }
}

// National sites, portals, and directories: up to five chapters or funds of one organization may
// each file the same site as their own; more do not.
export const MAX_FILERS = 5

/** The outcome for a website that too many organizations file, which is not fetched. */
export const SHARED: Outcome = {
  state: 'Refused',
  kind: 'SharedWebsite',
  reason: `More than ${MAX_FILERS} organizations list this website, so it is not used for any of them.`,
}

/**
 * Returns whether an outcome withdraws the stored content: it does if robots.txt forbids the page,
 * or if the page is parked, empty, missing, or gone (404, 410). A site that is only unreachable
 * keeps its content.
 */
export const takesBack = (outcome: Exclude<Outcome, Read>): boolean =>
  outcome.state === 'Refused' || outcome.status === 404 || outcome.status === 410

const toIconField = ({ url, mediaType, content }: WebIcon): CapturedIcon => ({
  URL: url,
  MediaType: mediaType,
  SHA256: sha256Of(content),
})

/**
 * Returns the id of a website's content: 16 hex digits of the SHA-256 of its fields as JSON, with
 * keys in alphabetical order at every depth.
 */
export const contentIdOf = (fields: CapturedFields): string =>
  createHash('sha256').update(JSON.stringify(fields, inOrder)).digest('hex').slice(0, 16)

const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** Returns the SHA-256 in hex. */
export const sha256Of = (content: Buffer): string =>
  createHash('sha256').update(content).digest('hex')
