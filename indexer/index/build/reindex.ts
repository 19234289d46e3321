import type { Session } from '#src/platform/clients/postgres.ts'
import { OperatorError } from '#src/platform/errors.ts'
import { newestRelease } from '../../store/releases.ts'
import { findCompanion, findOrphans, listCompanions } from '../catalog/companion-catalog.ts'
import {
  type CatalogEntry,
  deleteIndices,
  findLive,
  findUnfinished,
  holdReindexLock,
  type IndexMeta,
  isComplete,
  listIndices,
  nameFor,
  newMeta,
} from '../catalog/index-catalog.ts'
import { buildCompanions } from '../companions/build-companion.ts'
import { COMPANIONS } from '../companions/table.ts'
import {
  describeTooMany,
  type Quarantined,
  quarantineLimit,
  readQuarantined,
} from '../quarantine.ts'
import { sampleVectors } from '../verify/sample-documents.ts'
import { findFaults } from '../verify/verify-index.ts'
import { cloneIndex, completeIndex, createIndex, switchAlias } from './build-index.ts'
import { openVectorSource } from './embedding-cache.ts'
import { countOrganizations, type RowChoice } from './read-organizations.ts'
import { removeDocuments, removeGone } from './remove-gone.ts'
import { type Filled, type WriteDeps, writeOrganizations } from './write-organizations.ts'

export type ReindexDeps = WriteDeps & {
  prefix: string
  /** Copies of each index besides the first; undefined: one, if there is a second node. */
  replicas?: number | undefined
  /** Called with a sentence for the log: leftovers removed, a full build instead of an update. */
  onNote: (sentence: string) => void
}

export type ReindexResult = {
  /** The index that is live now. */
  index: string
  release: string
  isBuilt: boolean
  documents: number
  written: number
  deleted: number
  embedded: number
  /** Organizations that the index leaves out. */
  quarantined: Quarantined[]
}

/**
 * Builds an index of the store's newest release beside the live one, verifies it, and makes it live
 * in one request. With `changedOnly` it starts from a copy of the live index and writes only the
 * organizations changed since and those the live index left out. A build leaves out a few
 * organizations whose documents are rejected. After any failure the live index is unchanged. Throws
 * OperatorError when nothing is loaded, another reindex runs, or the build has faults.
 */
export const reindex = (deps: ReindexDeps, changedOnly: boolean): Promise<ReindexResult> =>
  holdReindexLock(deps.db, deps.prefix, async () => {
    const indices = await removeUnfinished(deps)
    // One snapshot for release, counts and rows, however long the build takes.
    return await deps.db.snapshot((session) => buildFrom(deps, session, indices, changedOnly))
  })

async function removeUnfinished(deps: ReindexDeps): Promise<CatalogEntry[]> {
  const indices = await listIndices(deps.opensearch, deps.prefix)
  const unfinished = findUnfinished(indices, deps.prefix)
  for (const { name } of unfinished) deps.onNote(`Removing ${name}, an interrupted build.`)
  await deleteIndices(
    deps.opensearch,
    unfinished.map(({ name }) => name),
  )
  const kept = indices.filter((entry) => !unfinished.includes(entry))
  const orphans = findOrphans(await listCompanions(deps.opensearch, deps.prefix), kept)
  for (const { name } of orphans)
    deps.onNote(`Removing ${name}, which does not belong to an index.`)
  await deleteIndices(
    deps.opensearch,
    orphans.map(({ name }) => name),
  )
  return kept
}

async function buildFrom(
  deps: ReindexDeps,
  session: Session,
  indices: CatalogEntry[],
  changedOnly: boolean,
): Promise<ReindexResult> {
  const release = await newestRelease(session)
  if (release === undefined) {
    throw new OperatorError('The store is empty. Load filings first with npm run load -- PATH.')
  }
  const live = findLive(indices)
  const base = changedOnly ? findBase(deps, live) : undefined
  const companions = await listCompanions(deps.opensearch, deps.prefix)
  if (base?.meta.release === release) {
    const missing = COMPANIONS.filter(
      ({ name }) => !findCompanion(base.name, name, companions)?.isLive,
    )
    if (missing.length === 0) return unchanged(deps, base, release)
    const names = missing.map(({ name }) => name).join(', ')
    deps.onNote(`The live index lacks a companion (${names}). Building a new set of indices.`)
  }
  const name = nameFor(release, [...indices, ...companions], deps.prefix)
  const meta = newMeta(name, release, deps.embedder, live?.name)
  if (base) await cloneIndex(deps.opensearch, base.name, meta)
  else await createIndex(deps.opensearch, meta)
  const { gone, ...outcome } = await fillAndVerify(deps, session, meta, base?.meta)
  // Before the organizations index is marked complete: a complete index has its companions.
  const from = base && { index: base.name, release: base.meta.release ?? '', gone }
  const { read: readVectors } = openVectorSource(deps.db, deps.embedder)
  await buildCompanions({ ...deps, readVectors }, session, meta, from)
  const built: IndexMeta = { ...meta, quarantined: outcome.quarantined }
  await completeIndex(deps.opensearch, built, deps.replicas)
  await switchAlias(deps.opensearch, deps.prefix, live?.name, name)
  return { index: name, release, isBuilt: true, ...outcome }
}

/** Returns the live index if an update can start from it. */
function findBase(deps: ReindexDeps, live: CatalogEntry | undefined): CatalogEntry | undefined {
  if (live === undefined) {
    deps.onNote('There is no live index to update. Building a complete one.')
    return undefined
  }
  if (live.meta.embeddingModel !== deps.embedder.model) {
    deps.onNote('The live index has vectors from a different model. Building a complete one.')
    return undefined
  }
  return isComplete(live) ? live : undefined
}

async function unchanged(
  deps: ReindexDeps,
  live: CatalogEntry,
  release: string,
): Promise<ReindexResult> {
  const documents = await deps.opensearch.count(live.name)
  const nothing = { written: 0, deleted: 0, embedded: 0 }
  const { quarantined = [] } = live.meta
  return { index: live.name, release, isBuilt: false, documents, quarantined, ...nothing }
}

// More faults than this say nothing more about the cause.
const SHOWN = 5

type Outcome = Omit<ReindexResult, 'index' | 'release' | 'isBuilt'> & {
  /** Organizations of the copied index that the store no longer has. */
  gone: string[]
}

async function fillAndVerify(
  deps: ReindexDeps,
  session: Session,
  meta: IndexMeta,
  base: CatalogEntry['meta'] | undefined,
): Promise<Outcome> {
  const organizations = await countOrganizations(session)
  const limit = quarantineLimit(organizations)
  const filled = await writeOrganizations(deps, session, meta.index, choiceOf(base), limit)
  requireNoFailures(filled)
  const quarantined = await readQuarantined(session, filled.refused)
  if (quarantined.length > limit) {
    throw new OperatorError(describeTooMany(quarantined, filled.done, limit))
  }
  const documents = organizations - quarantined.length
  const eins = quarantined.map(({ ein }) => ein)
  // A clone still has their documents from an older release.
  await removeDocuments(deps.opensearch, meta.index, eins)
  const gone = base ? await removeGone(deps.opensearch, session, meta.index, documents) : []
  await requireNoFaults(deps, session, meta, { documents, except: eins, isWhole: !base }, filled)
  const { written, embedded } = filled
  return { documents, written, deleted: gone.length, embedded, quarantined, gone }
}

/** Returns what to write to a copy of `base`: changed organizations, and those `base` leaves out. */
const choiceOf = (base: CatalogEntry['meta'] | undefined): RowChoice =>
  base?.release === undefined
    ? {}
    : { changedAfter: base.release, eins: base.quarantined?.map(({ ein }) => ein) ?? [] }

function requireNoFailures({ failed, reasons }: Filled): void {
  if (failed === 0) return
  throw new OperatorError(
    `OpenSearch failed to index ${failed} organizations: ${reasons.join('; ')}. The live index did not change. Check OpenSearch's log, memory, and disk, then run the same command again.`,
  )
}

type Expected = { documents: number; except: string[]; isWhole: boolean }

async function requireNoFaults(
  { db, opensearch, embedder }: ReindexDeps,
  session: Session,
  { index, release }: IndexMeta,
  { documents, except, isWhole }: Expected,
  { vectors, probes }: Filled,
): Promise<void> {
  // An update has only the vectors it wrote; the copied ones are compared with the store's.
  const { read } = openVectorSource(db, embedder)
  const copied = isWhole ? [] : await sampleVectors(session, { release, except }, read)
  const faults = await findFaults(opensearch, index, {
    documents,
    vectors: isWhole ? vectors : undefined,
    probes: [...probes, ...copied],
  })
  if (faults.length > 0) {
    const advice = isWhole ? '' : ' To build a complete index, run npm run reindex.'
    throw new OperatorError(
      `The new index ${index} failed verification, so the live index did not change: ${faults.slice(0, SHOWN).join(' ')}${advice}`,
    )
  }
}
