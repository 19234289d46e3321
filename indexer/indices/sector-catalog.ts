import { SECTOR_VERSION, sectorAlias, sectorIndexFor } from '#mappings/sector.ts'
import type { OpenSearch } from '#src/clients/opensearch.ts'

/** What a sector index says of itself (`_meta` of its mapping). */
export type SectorMeta = {
  index: string
  /** The organizations index it belongs to. */
  organizations: string
  release: string
  mappingVersion: number
  builtAt: string
  /** False until it was verified; only a complete one goes live. */
  complete: boolean
}

export type SectorEntry = {
  name: string
  /** Whether this code's API reads it. */
  isLive: boolean
  /** Whether any API reads it, that of another version included. */
  isServed: boolean
  meta: Partial<SectorMeta>
}

const NAME = /^sector-m\d+-\d{8}t\d{9}z(?:-\d+)?$/
const ALIAS = /^sector-m\d+$/

/** Every sector index of this prefix, of all versions. */
export async function listSectors(opensearch: OpenSearch, prefix: string): Promise<SectorEntry[]> {
  const pattern = `${prefix}sector-m*`
  const found = await opensearch.run((client) => client.indices.get({ index: pattern }))
  const alias = sectorAlias(prefix)
  const isOurs = (name: string, form: RegExp) =>
    name.startsWith(prefix) && form.test(name.slice(prefix.length))
  return Object.entries(found)
    .filter(([name]) => isOurs(name, NAME))
    .map(([name, { aliases = {}, mappings }]) => ({
      name,
      isLive: Object.hasOwn(aliases, alias),
      isServed: Object.keys(aliases).some((own) => isOurs(own, ALIAS)),
      meta: (mappings?._meta ?? {}) as Partial<SectorMeta>,
    }))
}

/** Names that sector indices of an organizations index may have, of this version and before. */
export const sectorNamesFor = (organizationsIndex: string): string[] =>
  Array.from({ length: SECTOR_VERSION }, (_, at) => sectorIndexFor(organizationsIndex, at + 1))
    // A name that is no organizations index's belongs to nobody.
    .filter((name) => name !== undefined)

/** The finished sector index of an organizations index; undefined when it has none. */
export const findSectorOf = (
  organizationsIndex: string,
  sectors: readonly SectorEntry[],
): SectorEntry | undefined =>
  sectors.find(
    ({ name, meta }) =>
      name === sectorIndexFor(organizationsIndex) && meta.complete === true && meta.index === name,
  )

/** Sector indices that no API reads and whose organizations index is gone or was never finished. */
export function findOrphans(
  sectors: readonly SectorEntry[],
  indices: readonly { name: string }[],
): SectorEntry[] {
  const owned = new Set(indices.flatMap(({ name }) => sectorNamesFor(name)))
  return sectors.filter(({ name, isServed }) => !isServed && !owned.has(name))
}
