import { companionIndexFor, companionVersion } from '#mappings/companions.ts'
import type { OpenSearch } from '#src/platform/clients/opensearch.ts'
import type { Session } from '#src/platform/clients/postgres.ts'
import { OperatorError } from '#src/platform/errors.ts'
import { cloneIndex, completeIndex, createEmpty, refreshIndex } from '../build/build-index.ts'
import { type BulkOutcome, type IndexEntry, openBulkWriter } from '../build/bulk-writer.ts'
import { countOrganizations } from '../build/read-organizations.ts'
import type { WriteDeps } from '../build/write-organizations.ts'
import {
  type CompanionEntry,
  type CompanionMeta,
  findCompanion,
  listCompanions,
} from '../catalog/companion-catalog.ts'
import type { IndexMeta } from '../catalog/index-catalog.ts'
import {
  ADVICE,
  describeTooMany,
  type Quarantined,
  quarantineLimit,
  readQuarantined,
} from '../quarantine.ts'
import type { Companion, CompanionContext } from './companion.ts'
import { COMPANIONS } from './table.ts'
import { countStored, findCountFaults, findDifferences } from './verify-companion.ts'

export type CompanionDeps = Pick<WriteDeps, 'opensearch' | 'onProgress'> &
  Pick<CompanionContext, 'readVectors'> & {
    embedder: Pick<WriteDeps['embedder'], 'model' | 'dimension'>
    prefix: string
    replicas?: number | undefined
  }

/** The index an update starts from, and the organizations removed since. Absent: a complete build. */
export type BuiltFrom = { index: string; release: string; gone: string[] }

/**
 * Builds all companions of an organizations index, from the snapshot that index was built from. They
 * go live together with it. Throws OperatorError when one does not contain what the store does.
 */
export async function buildCompanions(
  deps: CompanionDeps,
  session: Session,
  { index, release }: Pick<IndexMeta, 'index' | 'release'>,
  from?: BuiltFrom,
  companions = COMPANIONS,
): Promise<void> {
  const { opensearch, prefix, readVectors } = deps
  const entries = await listCompanions(opensearch, prefix)
  for (const companion of companions) {
    const builtAt = new Date().toISOString()
    const meta: CompanionMeta = {
      index: requireName(index, companion),
      organizations: index,
      release,
      mappingVersion: companionVersion(companion.name),
      embeddingModel: deps.embedder.model,
      builtAt,
      complete: false,
      quarantined: [],
    }
    // An index that an older version built may lack this companion. It is then built completely.
    const base = from && findCompanion(from.index, companion.name, entries)
    const context = { session, release, builtAt, readVectors }
    await buildCompanion(deps, companion, context, meta, from && base && { ...from, base })
  }
}

function requireName(organizations: string, { name }: Companion): string {
  const own = companionIndexFor(organizations, name)
  if (own !== undefined) return own
  throw new Error(`${organizations} is not the name of an organizations index.`)
}

type Update = BuiltFrom & { base: CompanionEntry }

async function buildCompanion(
  deps: CompanionDeps,
  companion: Companion,
  context: CompanionContext,
  meta: CompanionMeta,
  update: Update | undefined,
): Promise<void> {
  const { opensearch, embedder } = deps
  const eins = update && (await startFrom(opensearch, companion, context, meta, update))
  if (!eins) await createEmpty(opensearch, meta, mappingOf(companion, embedder.dimension))
  const { probes, ...outcome } = await writeEntries(deps, companion, context, meta.index, eins)
  const quarantined = await leaveOut(opensearch, companion, context, meta.index, outcome)
  const except = quarantined.map(({ ein }) => ein)
  const written = eins ? undefined : outcome.written
  const faults = [
    ...(await findCountFaults(opensearch, meta.index, companion, context, except, written)),
    ...(await findDifferences(
      opensearch,
      meta.index,
      probes.filter(({ ein }) => ein === undefined || !except.includes(ein)),
    )),
  ]
  if (faults.length > 0) {
    throw new OperatorError(
      `The new index ${meta.index} failed verification, so the live index did not change: ${faults.slice(0, SHOWN).join(' ')}`,
    )
  }
  const built: CompanionMeta = { ...meta, quarantined }
  await completeIndex(opensearch, built, deps.replicas)
}

const mappingOf = ({ settings, properties }: Companion, dimension: number) => ({
  settings,
  properties: typeof properties === 'function' ? properties(dimension) : properties,
})

// More faults than this say nothing more about the cause.
const SHOWN = 5

/**
 * Creates a copy of the live companion without the entries of organizations that may have changed,
 * and returns those organizations; undefined for a companion that every build computes completely.
 */
async function startFrom(
  opensearch: OpenSearch,
  { byOrganization }: Companion,
  { session }: CompanionContext,
  meta: CompanionMeta,
  { base, release, gone }: Update,
): Promise<string[] | undefined> {
  if (!byOrganization) return undefined
  await cloneIndex(opensearch, base.name, meta)
  const changed = await session.query<{ ein: string }>(byOrganization.changed, [release])
  const leftOut = base.meta.quarantined ?? []
  const eins = new Set([...changed, ...leftOut].map(({ ein }) => ein))
  await removeEntries(opensearch, meta.index, [...eins, ...gone])
  return [...eins]
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
    await opensearch.run((client) =>
      client.deleteByQuery({ index, refresh: true, body: { query: { terms } } }),
    )
  }
}

type Written = BulkOutcome & {
  /** The first entry of each batch, to compare afterwards. */
  probes: IndexEntry[]
}

// Reading a thousand entries again takes a second.
const PROBES = 1_000

async function writeEntries(
  { opensearch, onProgress }: CompanionDeps,
  companion: Companion,
  context: CompanionContext,
  index: string,
  eins: string[] | undefined,
): Promise<Written> {
  const isCounted = companion.byOrganization && !eins
  const total = isCounted ? await countStored(companion, context.session, []) : 0
  const writer = openBulkWriter(opensearch, index)
  const probes: IndexEntry[] = []
  let done = 0
  for await (const entries of companion.stream(context, eins)) {
    await writer.put(entries)
    if (entries[0] && probes.length < PROBES) probes.push(entries[0])
    done += entries.reduce((sum, entry) => sum + weigh(companion, entry), 0)
    if (isCounted) onProgress({ companion: companion.name, done, total, embedded: 0 })
  }
  const outcome = await writer.finish()
  await refreshIndex(opensearch, index)
  return { ...outcome, probes }
}

/** Returns what an entry adds to the count of the store. */
function weigh({ byOrganization }: Companion, { document }: IndexEntry): number {
  const field = byOrganization?.countField
  return field === undefined ? 1 : Number((document as Record<string, unknown>)[field])
}

/**
 * Leaves out the organizations with rejected entries, and returns them. Throws OperatorError when
 * the engine failed, too many are rejected, or the companion must be whole.
 */
async function leaveOut(
  opensearch: OpenSearch,
  companion: Companion,
  { session }: CompanionContext,
  index: string,
  { failed, reasons, refused }: BulkOutcome,
): Promise<Quarantined[]> {
  if (failed > 0) {
    throw new OperatorError(
      `OpenSearch failed to index ${failed} entries of the ${companion.name} index: ${reasons.join('; ')}. The live index did not change. Check OpenSearch's log, memory, and disk, then run the same command again.`,
    )
  }
  const [first] = refused
  if (!first) return []
  if (!companion.byOrganization) {
    throw new OperatorError(
      `OpenSearch rejected document ${first.ein} of the ${companion.name} index, so the live index did not change: ${first.reason}. One of the filings in this document's sums has an impossible value. ${ADVICE}`,
    )
  }
  const byEin = new Map(refused.map((refusal) => [refusal.ein, refusal]))
  const quarantined = await readQuarantined(session, [...byEin.values()])
  const organizations = await countOrganizations(session)
  const limit = quarantineLimit(organizations)
  if (quarantined.length > limit) {
    throw new OperatorError(describeTooMany(quarantined, organizations, limit))
  }
  await removeEntries(
    opensearch,
    index,
    quarantined.map(({ ein }) => ein),
  )
  return quarantined
}
