import type { AddressFault } from '#src/clients/address-guard.ts'
import type { CapturedFields, CapturedIcon } from '#src/domain/enrichment.ts'
import { sha256Of } from './content-id.ts'
import { type Captured, type Failure, isCaptured, type WebIcon } from './fetch-website.ts'
import { isPassing } from './passing.ts'

/** What trying a website came to. */
export type Outcome =
  | Read
  /** The site or our rules said no; asked again at once it would be the same. */
  | ({ state: 'Refused' } & Failure)
  /** Something on the way went wrong and may not the next time. */
  | ({ state: 'Failed' } & Failure)

export type Read = {
  state: 'Enriched'
  /** Where it was read, after redirects. */
  url: string
  fields: CapturedFields
  icon: WebIcon | undefined
  /** It has no icon only because the icon's host was away. */
  isIconAway: boolean
}

/** What a fetched website, or why none was fetched, means for the organization. */
export function toOutcome(fetched: Captured | Failure): Outcome {
  if (!isCaptured(fetched)) {
    return { state: isPassing(fetched.kind) ? 'Failed' : 'Refused', ...fetched }
  }
  const { url, icon, iconFailure } = fetched
  const { Title, Description, Text } = fetched.fields
  if (!Title && !Description && !Text) {
    return { state: 'Refused', kind: 'Empty', reason: 'The page says nothing in text.' }
  }
  const fields: CapturedFields = { ...fetched.fields, ...(icon && { Icon: toIconField(icon) }) }
  return { state: 'Enriched', url, fields, icon, isIconAway: iconFailure === 'passing' }
}

// National sites, portals and directories: of five chapters or funds of one house each may still be
// meant, of more none is.
export const MOST_FILERS = 5

/** What a website comes to that too many organizations file, without asking it. */
export const SHARED: Outcome = {
  state: 'Refused',
  kind: 'SharedWebsite',
  reason: `More than ${MOST_FILERS} organizations file this website, so it tells of none of them.`,
}

/**
 * Whether an outcome takes back what the website said: what its robots.txt forbids, what is parked
 * or empty, and a page that is not there or gone (404, 410). What could not be reached today still
 * said what it said.
 */
export const takesBack = (outcome: Exclude<Outcome, Read>): boolean =>
  outcome.state === 'Refused' || outcome.status === 404 || outcome.status === 410

// What we say no to before asking, or after a name server alone was asked.
const UNASKED: ReadonlySet<string> = new Set(
  Object.keys({
    Url: true,
    Scheme: true,
    Userinfo: true,
    Port: true,
    IpLiteral: true,
    Host: true,
    Address: true,
    SharedHost: true,
    SharedWebsite: true,
    SocialPage: true,
  } satisfies Record<AddressFault['kind'] | OwnRule, true>),
)
type OwnRule = 'Address' | 'SharedHost' | 'SharedWebsite' | 'SocialPage'

// Failures after an answer: of rules or of a page that came and could not be read.
const HEARD = new Set(['RobotsUnread', 'Unreadable'])

/** Whether somebody out there answered, nobody did, or nobody was asked. */
export function whoAnswered(outcome: Outcome): 'Host' | 'Nobody' | 'Unasked' {
  if (outcome.state === 'Enriched' || outcome.status !== undefined) return 'Host'
  if (outcome.state === 'Failed') return HEARD.has(outcome.kind) ? 'Host' : 'Nobody'
  return UNASKED.has(outcome.kind) ? 'Unasked' : 'Host'
}

const toIconField = ({ url, mediaType, content }: WebIcon): CapturedIcon => ({
  URL: url,
  MediaType: mediaType,
  SHA256: sha256Of(content),
})
