import type { OpenSearch } from '#src/platform/clients/opensearch.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import { OperatorError } from '#src/platform/errors.ts'
import { newestRelease } from '../../store/releases.ts'
import { readCachedVectors } from '../build/embedding-cache.ts'
import { findInSet, findLive, isComplete, listAll } from '../catalog.ts'
import type { IndexEntry, IndexPart, PartContext } from '../part.ts'
import { PARTS } from '../parts.ts'
import type { Quarantined } from '../quarantine.ts'
import { findFaults, MAX_PROBES } from './check-part.ts'

type LiveCheck = {
  index: string
  /** Entries compared field by field. */
  compared: number
  /** What differs or is wrong, as sentences. */
  faults: string[]
  /** Organizations that the index leaves out, which is not a fault. */
  quarantined: Quarantined[]
  /** The store is newer, so contents are not compared. */
  isBehind: boolean
}

/**
 * Checks the live set as a build is checked before it goes live. Throws OperatorError when none is
 * live.
 */
export const checkLive = (db: Postgres, opensearch: OpenSearch, prefix: string, model: string) =>
  db.snapshot(async (session): Promise<LiveCheck> => {
    const entries = await listAll(opensearch, prefix)
    const live = findLive(entries)
    if (!live) throw new OperatorError('No index is live. Build one with npm run reindex.')
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
