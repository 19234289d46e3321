/**
 * The indices of a set: the organizations index and its companions, smaller indices built from the
 * same snapshot of the store. Their names have the same release, and they go live together.
 */

import { GRANTS_VERSION } from './grants.ts'
import { MAPPING_VERSION } from './organizations.ts'
import { PEOPLE_VERSION } from './people.ts'
import { SECTOR_VERSION } from './sector.ts'

/** The mapping version of each kind of index; part of its name and alias. */
export const INDEX_VERSIONS = {
  organizations: MAPPING_VERSION,
  sector: SECTOR_VERSION,
  people: PEOPLE_VERSION,
  grants: GRANTS_VERSION,
} as const

export type IndexKind = keyof typeof INDEX_VERSIONS
export const INDEX_KINDS = Object.keys(INDEX_VERSIONS) as IndexKind[]
export const COMPANION_NAMES = INDEX_KINDS.filter((kind) => kind !== 'organizations')

/** Alias the API reads; the aliases of a set move together. */
export const indexAlias = (prefix: string, kind: IndexKind, version?: number): string =>
  `${prefix}${kind}-m${version ?? INDEX_VERSIONS[kind]}`

// The version is followed by the release and, for another build of that release, a number.
const ORGANIZATIONS = /^(.*)organizations-m\d+-(\d{8}t\d{9}z(?:-\d+)?)$/

/** The index of a kind that belongs to an organizations index; undefined for any other name. */
export function companionIndexFor(
  organizationsIndex: string,
  kind: IndexKind,
  version?: number,
): string | undefined {
  const [, prefix = '', build] = ORGANIZATIONS.exec(organizationsIndex) ?? []
  return build && `${indexAlias(prefix, kind, version)}-${build}`
}
