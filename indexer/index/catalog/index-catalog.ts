import { MAPPING_VERSION, organizationsAlias, organizationsIndex } from '#mappings/organizations.ts'
import type { OpenSearch } from '#src/platform/clients/opensearch.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import { ApiError, OperatorError } from '#src/platform/errors.ts'
import type { Quarantined } from '../quarantine.ts'
import { companionNamesFor } from './companion-catalog.ts'

/** What an index records about itself (`_meta` of its mapping). */
export type IndexMeta = {
  /** Its own name: a clone has its source's name until it gets its own `_meta`. */
  index: string
  release: string
  mappingVersion: number
  embeddingModel: string
  dimension: number
  builtAt: string
  /** False until it was verified; only a complete index goes live. */
  complete: boolean
  /** The index that was live before it, to which rollback returns. */
  previous: string | null
  /** Organizations that the build left out; absent in indices of older versions. */
  quarantined?: Quarantined[]
}

export type CatalogEntry = {
  name: string
  /** Whether this code's API reads it. */
  isLive: boolean
  /**
   * Whether any API reads it; an API with another mapping version does so during a rolling upgrade.
   */
  isServed: boolean
  meta: Partial<IndexMeta>
}

// organizations-m1-20261121t033012345z, or with -2 for another build of one release.
const NAME = /^organizations-m\d+-\d{8}t\d{9}z(?:-\d+)?$/
const ALIAS = /^organizations-m\d+$/

/** Lists the organizations indices of this prefix, of all mapping versions, oldest name first. */
export async function listIndices(opensearch: OpenSearch, prefix: string): Promise<CatalogEntry[]> {
  const pattern = `${prefix}organizations-m*`
  const found = await opensearch.run((client) => client.indices.get({ index: pattern }))
  const alias = organizationsAlias(prefix)
  return Object.entries(found)
    .filter(([name]) => isOurs(name, prefix, NAME))
    .map(([name, { aliases, mappings }]) => ({
      name,
      isLive: Object.keys(aliases ?? {}).includes(alias),
      isServed: Object.keys(aliases ?? {}).some((own) => isOurs(own, prefix, ALIAS)),
      meta: (mappings?._meta ?? {}) as Partial<IndexMeta>,
    }))
    .sort((left, right) => (left.name < right.name ? -1 : 1))
}

const isOurs = (name: string, prefix: string, form: RegExp): boolean =>
  name.startsWith(prefix) && form.test(name.slice(prefix.length))

export const findLive = (indices: CatalogEntry[]): CatalogEntry | undefined =>
  indices.find(({ isLive }) => isLive)

/** Returns the index that was live before the live one, if it still exists. */
export function findPrevious(indices: CatalogEntry[]): CatalogEntry | undefined {
  const name = findLive(indices)?.meta.previous
  return indices.find((entry) => entry.name === name && isComplete(entry))
}

/** Returns whether a build was finished and verified under this very name. */
export const isComplete = ({ name, meta }: CatalogEntry): boolean =>
  meta.complete === true && meta.index === name

/** Returns the interrupted builds of this mapping version. */
export const findUnfinished = (indices: CatalogEntry[], prefix: string): CatalogEntry[] =>
  indices.filter(
    (entry) =>
      entry.name.startsWith(`${organizationsAlias(prefix)}-`) &&
      !entry.isLive &&
      !isComplete(entry),
  )

/**
 * Returns an unused name: that of the release, with a number from 2 for further builds of it. The
 * names of its companions are also unused, even in another mapping version.
 */
export function nameFor(
  release: string,
  indices: readonly { name: string }[],
  prefix: string,
): string {
  const base = organizationsIndex(prefix, release)
  const taken = new Set(indices.flatMap(({ name }) => [name, ...companionNamesFor(name)]))
  const isTaken = (name: string) => [name, ...companionNamesFor(name)].some((one) => taken.has(one))
  let name = base
  for (let build = 2; isTaken(name); build += 1) name = `${base}-${build}`
  return name
}

/** Returns the `_meta` of an index that is being built. */
export const newMeta = (
  index: string,
  release: string,
  embedder: { model: string; dimension: number },
  previous: string | undefined,
): IndexMeta => ({
  index,
  release,
  mappingVersion: MAPPING_VERSION,
  embeddingModel: embedder.model,
  dimension: embedder.dimension,
  builtAt: new Date().toISOString(),
  complete: false,
  previous: previous ?? null,
})

/**
 * Deletes indices by name, each with its own request, so that no pattern can match too much. The
 * companions of an organizations index are deleted after it: an interruption then leaves orphans,
 * which the next build removes, and not half of a set.
 */
export async function deleteIndices(opensearch: OpenSearch, names: string[]): Promise<void> {
  for (const name of names.flatMap((one) => [one, ...companionNamesFor(one)])) {
    try {
      await opensearch.run((client) => client.indices.delete({ index: name }))
    } catch (error) {
      const isGone = error instanceof ApiError && error.code === 'IndexNotReady'
      if (!isGone) throw error
    }
  }
}

/**
 * Runs `work` while no other command builds, switches, or deletes indices of this prefix on this
 * store. The lock ends with its process. Throws OperatorError when another process holds it.
 */
export async function holdReindexLock<T>(
  db: Postgres,
  prefix: string,
  work: () => Promise<T>,
): Promise<T> {
  const outcome = await db.tryWithLock(`indices ${prefix}`, work)
  if (!outcome.isHeld) {
    throw new OperatorError(
      'Another reindex, rollback, or prune is running on this store. Wait until it ends.',
    )
  }
  return outcome.value
}
