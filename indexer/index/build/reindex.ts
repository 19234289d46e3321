import { INDEX_VERSIONS, indexAlias } from '#mappings/companions.ts'
import { countOf } from '#src/domain/money.ts'
import type { Postgres, Session } from '#src/platform/clients/postgres.ts'
import type { Embedder } from '#src/platform/embedding/embedder.ts'
import { openQueryVectors } from '#src/platform/embedding/query-vectors.ts'
import { OperatorError } from '#src/platform/errors.ts'
import { checkInvariants } from '#src/search/invariants/check.ts'
import { newestRelease } from '../../store/releases.ts'
import {
  type CatalogEntry,
  deleteIndices,
  findInSet,
  findLive,
  findOrphans,
  findUnfinished,
  holdReindexLock,
  type IndexMeta,
  listAll,
  newBuild,
} from '../catalog.ts'
import { PARTS } from '../parts.ts'
import type { Quarantined } from '../quarantine.ts'
import { buildPart, type PartDeps, type ReindexProgress } from './build-part.ts'
import { openVectorSource } from './embedding-cache.ts'
import { completeIndex, switchAlias } from './engine-index.ts'

export type ReindexDeps = Pick<PartDeps, 'opensearch'> & {
  db: Postgres
  embedder: Embedder
  prefix: string
  /** Copies of each index besides the first; undefined: one, if there is a second node. */
  replicas?: number | undefined
  /** Primary shards of each index; one if absent. */
  shards?: number
  /** Makes an index live even if it fails checks of its searches. */
  despiteFailedChecks?: boolean
  onProgress: (progress: ReindexProgress & { embedded: number }) => void
  /** Called with a sentence for the log: leftovers removed, the reason for a build. */
  onNote: (sentence: string) => void
}

export type ReindexResult = {
  /** The organizations index that is live now. */
  index: string
  release: string
  isBuilt: boolean
  documents: number
  /** Texts that had to be embedded. */
  embedded: number
  /** Organizations that the index leaves out. */
  quarantined: Quarantined[]
}

/**
 * Builds a set of indices of the store's newest release beside the live one, checks it, and makes it
 * live in one request. With `onlyIfDue`, builds nothing while the live set is up to date. A build
 * leaves out a few organizations whose documents are rejected. After any failure the live set is
 * unchanged. Throws OperatorError when nothing is loaded, another reindex runs, the build has faults,
 * or its searches fail checks that those of a live set must pass.
 */
export const reindex = (deps: ReindexDeps, onlyIfDue = false): Promise<ReindexResult> =>
  holdReindexLock(deps.db, deps.prefix, async () => {
    await removeLeftovers(deps)
    // One snapshot for release, counts and rows, however long the build takes.
    return await deps.db.snapshot((session) => buildFrom(deps, session, onlyIfDue))
  })

/** Removes what killed runs left. */
async function removeLeftovers({ opensearch, prefix, onNote }: ReindexDeps): Promise<void> {
  const remove = async (entries: CatalogEntry[], what: string) => {
    const names = entries.map(({ name }) => name)
    for (const name of names) onNote(`Removing ${name}, ${what}.`)
    await deleteIndices(opensearch, names)
  }
  await remove(findUnfinished(await listAll(opensearch, prefix), prefix), 'an unfinished build')
  const orphans = findOrphans(await listAll(opensearch, prefix))
  await remove(orphans, 'which does not belong to an index')
}

async function buildFrom(
  deps: ReindexDeps,
  session: Session,
  onlyIfDue: boolean,
): Promise<ReindexResult> {
  const { db, opensearch, embedder, prefix, onProgress } = deps
  const release = await newestRelease(session)
  if (release === undefined) {
    throw new OperatorError('The store is empty. Load filings first with npm run load -- PATH.')
  }
  const entries = await listAll(opensearch, prefix)
  const live = findLive(entries)
  const reason = reasonToBuild(live, entries, { release, model: embedder.model })
  if (onlyIfDue && live && reason === undefined) {
    const { name, meta } = live
    const { quarantined = [] } = meta
    const documents = await opensearch.count(name)
    return { index: name, release, isBuilt: false, documents, embedded: 0, quarantined }
  }
  if (onlyIfDue && reason !== undefined) deps.onNote(`${reason} Building a new one.`)

  const build = newBuild(release, entries)
  const nameOf = (kind: CatalogEntry['kind']) => `${indexAlias(prefix, kind)}-${build}`
  const builtAt = new Date().toISOString()
  const { read: readVectors, embedded } = openVectorSource(db, embedder)
  const progress = (update: ReindexProgress) => onProgress({ ...update, embedded: embedded() })
  const built: IndexMeta[] = []
  for (const part of PARTS) {
    const meta: IndexMeta = {
      ...{ index: nameOf(part.kind), organizations: nameOf('organizations'), release },
      ...{ mappingVersion: INDEX_VERSIONS[part.kind], embeddingModel: embedder.model },
      ...{ dimension: embedder.dimension, builtAt, complete: false, previous: live?.name ?? null },
    }
    const context = { session, release, builtAt, readVectors }
    const partDeps = { opensearch, shards: deps.shards, onProgress: progress }
    built.push({ ...meta, quarantined: await buildPart(partDeps, part, context, meta) })
  }
  const index = nameOf('organizations')
  const quarantined = built[0]?.quarantined ?? []
  const failures = await findFailures(deps, session, index, quarantined)
  if (failures.length > 0) refuseOrWarn(deps, index, live, failures)
  // The organizations index comes last, because a complete one has its companions.
  for (const meta of built.toReversed()) await completeIndex(opensearch, meta, deps.replicas)
  const documents = await opensearch.count(index)
  await switchAlias(opensearch, prefix, index)
  return { index, release, isBuilt: true, documents, embedded: embedded(), quarantined }
}

/** Returns the invariants that a new index breaks, as sentences. */
async function findFailures(
  { opensearch, embedder, prefix }: ReindexDeps,
  store: Session,
  index: string,
  quarantined: Quarantined[],
): Promise<string[]> {
  const { failures } = await checkInvariants({
    ...{ opensearch, store, index, indexPrefix: prefix, embeddingModel: embedder.model },
    embed: openQueryVectors(embedder),
    quarantined: quarantined.map(({ ein }) => ein),
  })
  return failures
}

/**
 * Throws OperatorError about failed checks, unless they are accepted or no index is live, because
 * searches with faults are better than none.
 */
function refuseOrWarn(
  { onNote, despiteFailedChecks = false }: ReindexDeps,
  index: string,
  live: CatalogEntry | undefined,
  failures: string[],
): void {
  const checks = `${index} fails ${countOf(failures.length, 'check')}`
  const list = failures.join('\n')
  if (live && !despiteFailedChecks) {
    throw new OperatorError(
      `${checks}, so ${live.name} stays live:\n${list}\nTo look at the new index, search it under its own name; the next reindex deletes it. If the store is right, such as after an organization dissolved, run npm run reindex -- --despite-failed-checks.`,
    )
  }
  onNote(`${checks} and goes live nevertheless:\n${list}`)
}

/** Returns why the live set is not up to date, as a sentence; undefined when it is. */
function reasonToBuild(
  live: CatalogEntry | undefined,
  entries: CatalogEntry[],
  { release, model }: { release: string; model: string },
): string | undefined {
  if (!live) return 'No index is live.'
  if (live.meta.release !== release) {
    return `The live index has release ${live.meta.release}; the store has ${release}.`
  }
  if (live.meta.embeddingModel !== model) {
    return 'The live index has vectors from a different model.'
  }
  const missing = PARTS.filter(({ kind }) => !findInSet(live.name, kind, entries)?.isLive)
  if (missing.length === 0) return undefined
  return `The live index lacks a companion (${missing.map(({ kind }) => kind).join(', ')}).`
}
