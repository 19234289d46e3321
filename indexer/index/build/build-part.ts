import type { IndexKind } from '#mappings/companions.ts'
import type { OpenSearch } from '#src/platform/clients/opensearch.ts'
import { OperatorError } from '#src/platform/errors.ts'
import type { IndexMeta } from '../catalog.ts'
import { countOrganizations } from '../documents/organization-row.ts'
import type { IndexEntry, IndexPart, PartContext } from '../part.ts'
import {
  ADVICE,
  describeTooMany,
  type Quarantined,
  quarantineLimit,
  readQuarantined,
} from '../quarantine.ts'
import { countStored, findFaults, MAX_PROBES } from '../verify/check-part.ts'
import { type BulkOutcome, openBulkWriter } from './bulk-writer.ts'
import { createIndex, mergeIndex, refreshIndex } from './engine-index.ts'

/** The progress of one index; `done` and `total` count rows of the store. */
export type ReindexProgress = { kind: IndexKind; done: number; total: number }

export type PartDeps = {
  opensearch: OpenSearch
  shards?: number | undefined
  onProgress: (progress: ReindexProgress) => void
}

// More faults than this say nothing more about the cause.
const MAX_FAULTS = 5

/**
 * Creates one index of a set, fills it, and checks it. Returns the organizations it leaves out,
 * because their documents were rejected. Throws OperatorError when too many were rejected, the engine
 * failed, or the index does not contain what the store does.
 */
export async function buildPart(
  deps: PartDeps,
  part: IndexPart,
  context: Omit<PartContext, 'onRefused'>,
  meta: IndexMeta,
): Promise<Quarantined[]> {
  const { opensearch } = deps
  const organizations = await countOrganizations(context.session)
  await createIndex(opensearch, part, meta, deps.shards)
  const { probes, ...written } = await writeEntries(
    deps,
    part,
    context,
    meta.index,
    quarantineLimit(organizations),
  )
  requireNoFailures(part, written)
  const quarantined = await readQuarantined(context.session, written.refused)
  if (quarantined.length > quarantineLimit(organizations)) {
    throw new OperatorError(describeTooMany(quarantined, organizations))
  }
  const except = quarantined.map(({ ein }) => ein)
  await removeEntries(opensearch, meta.index, except)
  await mergeIndex(opensearch, meta.index)
  const kept = probes.filter(({ ein }) => ein === undefined || !except.includes(ein))
  const { session } = context
  const expected = { session, except, written: written.written, probes: kept }
  const faults = await findFaults(opensearch, part, meta.index, expected)
  if (faults.length > 0) {
    throw new OperatorError(
      `The new index ${meta.index} failed verification, so the live index did not change: ${faults.slice(0, MAX_FAULTS).join(' ')}`,
    )
  }
  return quarantined
}

type Written = BulkOutcome & {
  /** An entry of each batch, with a vector if the batch has one, to look up afterwards. */
  probes: IndexEntry[]
}

/**
 * Writes all entries, and stops early when more than `limit` are rejected. Reading, embedding, and
 * writing overlap: while a bulk request is running, the next batch is read and embedded.
 */
async function writeEntries(
  { opensearch, onProgress }: PartDeps,
  part: IndexPart,
  context: Omit<PartContext, 'onRefused'>,
  index: string,
  limit: number,
): Promise<Written> {
  const { kind } = part
  const total = await countStored(part, context.session, [])
  const writer = openBulkWriter(opensearch, index)
  const { refused } = writer.outcome
  const probes: IndexEntry[] = []
  let done = 0
  if (total !== undefined) onProgress({ kind, done, total })
  for await (const entries of part.stream({ ...context, onRefused: (own) => refused.push(own) })) {
    await writer.put(entries)
    const probe = entries.find(({ document }) => 'vector' in document) ?? entries[0]
    if (probe && probes.length < MAX_PROBES) probes.push(probe)
    done += entries.reduce((sum, entry) => sum + weigh(part, entry), 0)
    if (total !== undefined) onProgress({ kind, done, total })
    if (refused.length > limit) break
  }
  const outcome = await writer.finish()
  await refreshIndex(opensearch, index)
  return { ...outcome, probes }
}

/** Returns what an entry adds to the count of the store. */
function weigh({ countField }: IndexPart, { document }: IndexEntry): number {
  return countField === undefined ? 1 : Number((document as Record<string, unknown>)[countField])
}

/** Throws OperatorError if the engine failed, or rejected an entry of an index that must be whole. */
function requireNoFailures(
  { kind, count }: IndexPart,
  { failed, reasons, refused: [first] }: BulkOutcome,
): void {
  if (failed > 0) {
    throw new OperatorError(
      `OpenSearch failed to index ${failed} entries of the ${kind} index: ${reasons.join('; ')}. The live index did not change. Check OpenSearch's log, memory, and disk, then run the same command again.`,
    )
  }
  if (first && count === undefined) {
    throw new OperatorError(
      `OpenSearch rejected document ${first.ein} of the ${kind} index, so the live index did not change: ${first.reason}. One of the filings in this document's sums has an impossible value. ${ADVICE}`,
    )
  }
}

// A search accepts 65,536 terms; with a thousand, one request deletes some ten thousand entries.
const AT_ONCE = 1_000

/** Deletes all entries of organizations. */
async function removeEntries(
  opensearch: OpenSearch,
  index: string,
  eins: readonly string[],
): Promise<void> {
  for (let at = 0; at < eins.length; at += AT_ONCE) {
    const terms = { ein: eins.slice(at, at + AT_ONCE) }
    await opensearch.run((client) => client.deleteByQuery({ index, body: { query: { terms } } }))
  }
}
