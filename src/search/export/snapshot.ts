import { setTimeout as sleep } from 'node:timers/promises'
import type { EngineHit, OpenSearch } from '../../clients/opensearch.ts'
import { isOverload } from '../../clients/opensearch-errors.ts'
import type { Clause } from '../queries/filters.ts'

/** What an organization is shown by, without the texts that only a ranking by meaning reads. */
export const EXPORTED_FIELDS = {
  includes: ['ein', 'display'],
  excludes: ['display.passages', 'display.places'],
}

/**
 * Rows read at once: some 1 to 2 MB in memory. Measured over 100,000 of them beside other work: with
 * 250 reading them took 5.6 s, with 500 4.2 s, with 1,000 3.9 s; with 5,000, of which an export would
 * hold five times as much, 3.3 s.
 */
export const BATCH = 1_000

// A full queue or memory of the engine empties in that time; its reader waits far longer.
const PATIENCE_MS = 5_000

export type Snapshot<Source> = {
  /** Hits of all batches together. */
  found: number
  /** The hits in order, each batch read when it is asked for. */
  batches: AsyncGenerator<EngineHit<Source>[], undefined>
  /** Lets go of the index; may be called more than once. */
  close(): Promise<void>
}

/**
 * All hits of a search of one index as it is now, however many there are: batch after batch, each
 * beginning behind the last hit of the one before, so that its sort must order hits without a tie.
 * The first batch is read here, so that what fails at once fails before anything is sent.
 * `keepAlive` is the longest time between two batches. Whoever opens one closes it. A later batch
 * that the engine is too busy for is asked for once more, after `patienceMs`.
 * Throws ApiError SearchUnavailable, IndexNotReady; reading does too, also where the index was
 * removed meanwhile.
 */
export async function openSnapshot<Source>(
  opensearch: OpenSearch,
  index: string,
  search: Clause,
  keepAlive: string,
  patienceMs = PATIENCE_MS,
): Promise<Snapshot<Source>> {
  const id = await opensearch.openPointInTime(index, keepAlive)
  const close = closeOnce(opensearch, id)
  const read = async (after?: EngineHit<Source>['sort']) =>
    await opensearch.searchPointInTime<Source>({
      ...search,
      pit: { id, keep_alive: keepAlive },
      size: BATCH,
      track_total_hits: after === undefined,
      ...(after && { search_after: after }),
    })
  try {
    const { hits } = await read()
    const found = hits.total?.value ?? 0
    const readLater: Read<Source> = (after) =>
      read(after).catch(async (error) => {
        if (!isOverload(error)) throw error
        await sleep(patienceMs)
        return await read(after)
      })
    return { found, batches: readBatches(hits.hits, found, readLater), close }
  } catch (error) {
    await close()
    throw error
  }
}

type Read<Source> = (
  after: EngineHit<Source>['sort'],
) => Promise<{ hits: { hits: EngineHit<Source>[] } }>

async function* readBatches<Source>(
  first: EngineHit<Source>[],
  found: number,
  read: Read<Source>,
): AsyncGenerator<EngineHit<Source>[], undefined> {
  let batch = first
  let count = 0
  while (count < found) {
    const last = batch.at(-1)
    // What is given out as whole must be: it breaks off rather than end early.
    if (!last) throw new Error(`A snapshot of ${found} hits ended after ${count}.`)
    count += batch.length
    yield batch
    if (count < found) batch = (await read(last.sort)).hits.hits
  }
}

function closeOnce(opensearch: OpenSearch, id: string): () => Promise<void> {
  let closed: Promise<void> | undefined
  // An engine that is away forgets it by itself; the export is over either way.
  return () => (closed ??= opensearch.closePointInTime(id).catch(() => undefined))
}
