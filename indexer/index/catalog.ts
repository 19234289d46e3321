import {
  COMPANION_NAMES,
  companionIndexFor,
  INDEX_KINDS,
  INDEX_VERSIONS,
  type IndexKind,
  indexAlias,
} from '#mappings/companions.ts'
import type { OpenSearch } from '#src/platform/clients/opensearch.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import { ApiError, OperatorError } from '#src/platform/errors.ts'
import type { Quarantined } from './quarantine.ts'

/** What an index records about itself (`_meta` of its mapping). */
export type IndexMeta = {
  /** Its own name. */
  index: string
  /** The organizations index of its set. */
  organizations: string
  release: string
  mappingVersion: number
  embeddingModel: string
  dimension: number
  builtAt: string
  /** False until the set was checked; only a complete index goes live. */
  complete: boolean
  /** The organizations index that was live before it, to which rollback returns. */
  previous: string | null
  /** Organizations that the build left out; absent in indices of older versions. */
  quarantined?: Quarantined[]
}

export type CatalogEntry = {
  name: string
  kind: IndexKind
  /** The release and, for another build of it, a number: shared by the names of a set. */
  build: string
  /** Whether this code's API reads it. */
  isLive: boolean
  /**
   * Whether any API reads it; an API with another mapping version does so during a rolling upgrade.
   */
  isServed: boolean
  meta: Partial<IndexMeta>
}

// organizations-m1-20261121t033012345z, or with -2 for another build of one release.
const KINDS = `(${INDEX_KINDS.join('|')})-m\\d+`
const NAME = new RegExp(`^${KINDS}-(\\d{8}t\\d{9}z(?:-\\d+)?)$`)
const ALIAS = new RegExp(`^${KINDS}$`)

/** Lists the indices of this prefix, of all kinds and mapping versions, by name. */
export async function listAll(opensearch: OpenSearch, prefix: string): Promise<CatalogEntry[]> {
  const index = INDEX_KINDS.map((kind) => `${prefix}${kind}-m*`).join()
  const indices = await opensearch.run((client) => client.indices.get({ index }))
  const own = (name: string) => (name.startsWith(prefix) ? name.slice(prefix.length) : '')
  return Object.entries(indices)
    .flatMap(([name, { aliases = {}, mappings }]) => {
      const [, kind, build] = NAME.exec(own(name)) ?? []
      if (kind === undefined || build === undefined) return []
      return {
        name,
        kind: kind as IndexKind,
        build,
        isLive: Object.hasOwn(aliases, indexAlias(prefix, kind as IndexKind)),
        isServed: Object.keys(aliases).some((alias) => ALIAS.test(own(alias))),
        meta: (mappings?._meta ?? {}) as Partial<IndexMeta>,
      }
    })
    .sort((left, right) => (left.name < right.name ? -1 : 1))
}

const isOrganizations = ({ kind }: CatalogEntry): boolean => kind === 'organizations'

/** Lists the organizations indices of this prefix, of all mapping versions, oldest name first. */
export const listIndices = async (
  opensearch: OpenSearch,
  prefix: string,
): Promise<CatalogEntry[]> => (await listAll(opensearch, prefix)).filter(isOrganizations)

export const findLive = (entries: readonly CatalogEntry[]): CatalogEntry | undefined =>
  entries.find((entry) => isOrganizations(entry) && entry.isLive)

/** Returns the index that was live before the live one, if it still exists. */
export function findPrevious(entries: readonly CatalogEntry[]): CatalogEntry | undefined {
  const name = findLive(entries)?.meta.previous
  return entries.find((entry) => entry.name === name && isComplete(entry))
}

/** Returns whether a build was finished and checked under this very name. */
export const isComplete = ({ name, meta }: CatalogEntry): boolean =>
  meta.complete === true && meta.index === name

/** Returns the finished index of a kind that belongs to an organizations index and that this code's API can read. */
export const findInSet = (
  organizations: string,
  kind: IndexKind,
  entries: readonly CatalogEntry[],
): CatalogEntry | undefined =>
  entries.find(
    (entry) => entry.name === companionIndexFor(organizations, kind) && isComplete(entry),
  )

/** Returns interrupted builds of this mapping version. */
export const findUnfinished = (entries: readonly CatalogEntry[], prefix: string): CatalogEntry[] =>
  entries.filter(
    (entry) =>
      entry.name.startsWith(`${indexAlias(prefix, 'organizations')}-`) &&
      !entry.isLive &&
      !isComplete(entry),
  )

/** Returns companions that no API reads and that have no organizations index. */
export function findOrphans(entries: readonly CatalogEntry[]): CatalogEntry[] {
  const builds = new Set(entries.filter(isOrganizations).map(({ build }) => build))
  return entries.filter(({ build, isServed }) => !isServed && !builds.has(build))
}

/** Returns an unused build name: the release, with a number from 2 for further builds of it. */
export function newBuild(release: string, entries: readonly CatalogEntry[]): string {
  const isTaken = (name: string) => entries.some(({ build }) => build === name)
  let name = release
  for (let count = 2; isTaken(name); count += 1) name = `${release}-${count}`
  return name
}

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
 * Returns the names that companions of an organizations index may have, older versions included;
 * none for a name that is not that of an organizations index.
 */
const companionNamesFor = (organizations: string): string[] =>
  COMPANION_NAMES.flatMap((kind) =>
    Array.from({ length: INDEX_VERSIONS[kind] }, (_, at) =>
      companionIndexFor(organizations, kind, at + 1),
    ).filter((name) => name !== undefined),
  )

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
