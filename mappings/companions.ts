/**
 * The companions of an organizations index: smaller indices built from the same snapshot of the
 * store. A companion has the release in its name, as its organizations index does, and both go live
 * together.
 */

import { GRANTS_VERSION } from './grants.ts'
import { PEOPLE_VERSION } from './people.ts'
import { SECTOR_VERSION } from './sector.ts'

/** The mapping version of each companion; part of its index's name and alias. */
const COMPANION_VERSIONS = {
  sector: SECTOR_VERSION,
  people: PEOPLE_VERSION,
  grants: GRANTS_VERSION,
} as const

export type CompanionName = keyof typeof COMPANION_VERSIONS
export const COMPANION_NAMES = Object.keys(COMPANION_VERSIONS) as CompanionName[]

export const companionVersion = (companion: CompanionName): number => COMPANION_VERSIONS[companion]

/** Alias the API reads; it moves together with the organizations index's. */
export const companionAlias = (prefix: string, companion: CompanionName): string =>
  `${prefix}${companion}-m${companionVersion(companion)}`

// The version is followed by the release and, for another build of that release, a number.
const ORGANIZATIONS = /^(.*)organizations-m\d+-(\d{8}t\d{9}z(?:-\d+)?)$/

/** The companion that belongs to an organizations index; undefined for any other name. */
export const companionIndexFor = (
  organizationsIndex: string,
  companion: CompanionName,
  version = companionVersion(companion),
): string | undefined => {
  const [, prefix = '', build] = ORGANIZATIONS.exec(organizationsIndex) ?? []
  return build === undefined ? undefined : `${prefix}${companion}-m${version}-${build}`
}
