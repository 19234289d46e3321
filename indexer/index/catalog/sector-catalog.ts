import { SECTOR_VERSION, sectorAlias, sectorIndexFor } from '#mappings/sector.ts'
import type { OpenSearch } from '#src/platform/clients/opensearch.ts'

/** What a sector index records about itself (`_meta` of its mapping). */
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

type SectorEntry = {
  name: string
  /** Whether this code's API reads it. */
  isLive: boolean
  /** Whether any API reads it, including an API with another version. */
  isServed: boolean
  meta: Partial<SectorMeta>
}

const NAME = /^sector-m\d+-\d{8}t\d{9}z(?:-\d+)?$/
const ALIAS = /^sector-m\d+$/

/** Lists the sector indices of this prefix, of all versions. */
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

/** Returns the names that sector indices of an organizations index may have, older versions included. */
export const sectorNamesFor = (organizationsIndex: string): string[] =>
  Array.from({ length: SECTOR_VERSION }, (_, at) => sectorIndexFor(organizationsIndex, at + 1))
    // Undefined for a name that is not that of an organizations index.
    .filter((name) => name !== undefined)

/** Returns the finished sector index of an organizations index; undefined without one. */
export const findSectorOf = (
  organizationsIndex: string,
  sectors: readonly SectorEntry[],
): SectorEntry | undefined =>
  sectors.find(
    ({ name, meta }) =>
      name === sectorIndexFor(organizationsIndex) && meta.complete === true && meta.index === name,
  )

/** Returns sector indices that no API reads and whose organizations index is gone or unfinished. */
export function findOrphans(
  sectors: readonly SectorEntry[],
  indices: readonly { name: string }[],
): SectorEntry[] {
  const owned = new Set(indices.flatMap(({ name }) => sectorNamesFor(name)))
  return sectors.filter(({ name, isServed }) => !isServed && !owned.has(name))
}
