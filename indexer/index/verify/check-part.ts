import { isDeepStrictEqual } from 'node:util'
import { countOf } from '#src/domain/money.ts'
import type { OpenSearch } from '#src/platform/clients/opensearch.ts'
import { type Postgres, readValue, type Session } from '#src/platform/clients/postgres.ts'
import { OperatorError } from '#src/platform/errors.ts'
import { newestRelease } from '../../store/releases.ts'
import { readCachedVectors } from '../build/embedding-cache.ts'
import { findInSet, findLive, isComplete, listAll } from '../catalog.ts'
import type { IndexEntry, IndexPart, PartContext } from '../part.ts'
import { PARTS } from '../parts.ts'

/** How many entries of an index are compared with the store. */
export const MAX_PROBES = 200

/** The expected content of an index. */
type Expected = {
  session: Session
  /** Organizations that the index leaves out. */
  except: string[]
  /** How many entries a build wrote; unknown for an index built earlier. */
  written?: number
  /** Entries to compare and to search for. */
  probes: IndexEntry[]
}

/** Returns the faults of an index as sentences; empty when it contains what the store does. */
export async function findFaults(
  opensearch: OpenSearch,
  part: IndexPart,
  index: string,
  { session, except, written, probes }: Expected,
): Promise<string[]> {
  const faults: string[] = []
  const entries = await opensearch.count(index)
  if (written !== undefined && except.length === 0 && entries !== written) {
    faults.push(`${index} contains ${countOf(entries, 'entry', 'entries')}; expected ${written}.`)
  }
  const { countField } = part
  const rows = countField === undefined ? entries : await sumOf(opensearch, index, countField)
  const stored = await countStored(part, session, except)
  if (stored !== undefined && rows !== stored) {
    faults.push(
      `The entries of ${index} stand for ${countOf(rows, 'row')} of the store; expected ${stored}.`,
    )
  }
  faults.push(...(await findDifferences(opensearch, index, probes)))
  return part.probe ? [...faults, ...(await part.probe(opensearch, index, probes))] : faults
}

/**
 * Counts what the store has for an index, except for some organizations; undefined if the entries do
 * not stand for rows of the store.
 */
export async function countStored(
  { count }: IndexPart,
  session: Session,
  except: string[],
): Promise<number | undefined> {
  if (count === undefined) return undefined
  return (await readValue(session, count, [except])) ?? 0
}

async function sumOf(opensearch: OpenSearch, index: string, field: string): Promise<number> {
  const body = { size: 0, aggs: { sum: { sum: { field } } } }
  const { aggregations } = await opensearch.search({ index, body })
  return (aggregations as { sum: { value: number } }).sum.value
}

/** Returns, as sentences, which entries an index lacks or has differently. */
async function findDifferences(
  opensearch: OpenSearch,
  index: string,
  probes: IndexEntry[],
): Promise<string[]> {
  if (probes.length === 0) return []
  const ids = probes.map(({ id }) => id)
  const { docs } = await opensearch.run((client) => client.mget({ index, body: { ids } }))
  const indexed = new Map(
    (docs as { _id: string; _source?: object }[]).map(({ _id, _source }) => [_id, _source]),
  )
  return probes
    .filter(
      ({ id, document }) =>
        // As JSON, which leaves out undefined fields.
        !isDeepStrictEqual(JSON.parse(JSON.stringify(document)), indexed.get(id)),
    )
    .map(({ id }) => `Document ${id} of ${index} differs from the store.`)
}

/**
 * Checks the live set as a build is checked before it goes live. Returns its faults as sentences, how
 * many entries were compared field by field, and the organizations that it leaves out, which is no
 * fault. If the store is newer, contents are not compared. Throws OperatorError when none is live.
 */
export const checkLive = (db: Postgres, opensearch: OpenSearch, prefix: string, model: string) =>
  db.snapshot(async (session) => {
    const entries = await listAll(opensearch, prefix)
    const live = findLive(entries)
    if (!live) throw new OperatorError('No index is live. Build one with npm run refresh.')
    const { release, embeddingModel = '', quarantined = [] } = live.meta
    const isBehind = (await newestRelease(session)) !== release
    const faults: string[] = []
    if (!isComplete(live)) faults.push('The index is not marked as complete.')
    if (embeddingModel !== model) {
      faults.push(`The vectors come from model ${embeddingModel}; expected ${model}.`)
    }
    let compared = 0
    for (const part of PARTS) {
      const own = part.kind === live.kind ? live : findInSet(live.name, part.kind, entries)
      if (!own) {
        faults.push(`The index has no ${part.kind} index, so what reads it is unavailable.`)
        continue
      }
      if (!own.isLive) faults.push(`The ${part.kind} index ${own.name} is not live.`)
      if (isBehind) continue
      const except = own.meta.quarantined?.map(({ ein }) => ein) ?? []
      const probes = await readProbes(part, except, {
        ...{ session, release: release ?? '', builtAt: own.meta.builtAt ?? '' },
        // On a connection of its own, because that of the session waits for the rest of the stream.
        readVectors: (texts) => readCachedVectors(db, embeddingModel, texts),
        onRefused: () => undefined,
      })
      compared += probes.length
      faults.push(...(await findFaults(opensearch, part, own.name, { session, except, probes })))
    }
    return { index: live.name, compared, faults, quarantined, isBehind }
  })

/** Returns the first entries as a build of the live release would write them. */
async function readProbes(
  part: IndexPart,
  except: string[],
  context: PartContext,
): Promise<IndexEntry[]> {
  const probes: IndexEntry[] = []
  for await (const entries of part.stream(context)) {
    probes.push(...entries.filter(({ ein }) => ein === undefined || !except.includes(ein)))
    if (probes.length >= MAX_PROBES) break
  }
  return probes.slice(0, MAX_PROBES)
}
