import {
  COMPANION_NAMES,
  type CompanionName,
  companionAlias,
  companionIndexFor,
  companionVersion,
} from '#mappings/companions.ts'
import type { OpenSearch } from '#src/platform/clients/opensearch.ts'
import type { Quarantined } from '../quarantine.ts'

/** What a companion records about itself (`_meta` of its mapping). */
export type CompanionMeta = {
  index: string
  /** The organizations index it belongs to. */
  organizations: string
  release: string
  mappingVersion: number
  /** The model of its vectors, if it has any. */
  embeddingModel: string
  builtAt: string
  /** False until it was verified; only a complete one goes live. */
  complete: boolean
  /** Organizations whose entries the build left out. */
  quarantined: Quarantined[]
}

export type CompanionEntry = {
  name: string
  companion: CompanionName
  /** Whether this code's API reads it. */
  isLive: boolean
  /** Whether any API reads it, including an API with another version. */
  isServed: boolean
  meta: Partial<CompanionMeta>
}

const COMPANIONS = COMPANION_NAMES.join('|')
const NAME = new RegExp(`^(${COMPANIONS})-m\\d+-\\d{8}t\\d{9}z(?:-\\d+)?$`)
const ALIAS = new RegExp(`^(?:${COMPANIONS})-m\\d+$`)

/** Lists the companions of this prefix, of all kinds and versions. */
export async function listCompanions(
  opensearch: OpenSearch,
  prefix: string,
): Promise<CompanionEntry[]> {
  const index = COMPANION_NAMES.map((companion) => `${prefix}${companion}-m*`).join()
  const found = await opensearch.run((client) => client.indices.get({ index }))
  const own = (name: string) => (name.startsWith(prefix) ? name.slice(prefix.length) : '')
  return Object.entries(found).flatMap(([name, { aliases = {}, mappings }]) => {
    const companion = NAME.exec(own(name))?.[1] as CompanionName | undefined
    if (companion === undefined) return []
    return {
      name,
      companion,
      isLive: Object.hasOwn(aliases, companionAlias(prefix, companion)),
      isServed: Object.keys(aliases).some((alias) => ALIAS.test(own(alias))),
      meta: (mappings?._meta ?? {}) as Partial<CompanionMeta>,
    }
  })
}

/**
 * Returns the names that companions of an organizations index may have, older versions included;
 * none for a name that is not that of an organizations index.
 */
export const companionNamesFor = (organizationsIndex: string): string[] =>
  COMPANION_NAMES.flatMap((companion) =>
    Array.from({ length: companionVersion(companion) }, (_, at) =>
      companionIndexFor(organizationsIndex, companion, at + 1),
    ).filter((name) => name !== undefined),
  )

/** Returns a finished companion of an organizations index; undefined without one. */
export const findCompanion = (
  organizationsIndex: string,
  companion: CompanionName,
  entries: readonly CompanionEntry[],
): CompanionEntry | undefined =>
  entries.find(
    ({ name, meta }) =>
      name === companionIndexFor(organizationsIndex, companion) &&
      meta.complete === true &&
      meta.index === name,
  )

/** Returns companions that no API reads and whose organizations index is gone or unfinished. */
export function findOrphans(
  entries: readonly CompanionEntry[],
  indices: readonly { name: string }[],
): CompanionEntry[] {
  const owned = new Set(indices.flatMap(({ name }) => companionNamesFor(name)))
  return entries.filter(({ name, isServed }) => !isServed && !owned.has(name))
}
