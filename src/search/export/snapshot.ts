import { setTimeout as sleep } from 'node:timers/promises'
import type { EngineHit, OpenSearch } from '#src/platform/clients/opensearch.ts'
import { isOverload } from '#src/platform/clients/opensearch-errors.ts'
import type { Clause } from '../queries/filters.ts'

/** The fields of exports, without text, which is half of a document. */
export const EXPORTED_FIELDS = {
  includes: ['ein', 'display'],
  excludes: ['display.passages', 'display.places'],
}

/**
 * Rows per batch, 1 to 2 MB in memory. On a busy machine 100,000 rows took 5.6 s in batches of 250,
 * 4.2 s of 500, 3.9 s of 1,000, and 3.3 s of 5,000, which need five times the memory.
 */
export const BATCH = 1_000

// An overloaded engine recovers within this time, and readers accept much longer waits.
const RETRY_DELAY_MS = 5_000

export type Snapshot<Source> = {
  /** Number of hits in all batches. */
  found: number
  /** The hits in order; batches are read on demand. */
  batches: AsyncGenerator<EngineHit<Source>[], undefined>
  /** Releases the index; may be called more than once. */
  close(): Promise<void>
}

/**
 * Opens all hits of a search in the current state of one index. Each batch begins after the last hit
 * of the previous one, so the sort must leave no ties. The first batch is read here, so that errors
 * appear before anything is sent. `keepAlive` is the longest time between two batches. A later batch
 * that an overloaded engine rejects is retried once, after `retryDelayMs`. The caller closes it.
 * Throws ApiError SearchUnavailable, IndexNotReady; so does reading, even if the index is removed.
 */
export async function openSnapshot<Source>(
  opensearch: OpenSearch,
  index: string,
  search: Clause,
  keepAlive: string,
  retryDelayMs = RETRY_DELAY_MS,
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
        await sleep(retryDelayMs)
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
    // An incomplete export must fail, not end early.
    if (!last) throw new Error(`The snapshot has ${found} hits but returned only ${count}.`)
    count += batch.length
    yield batch
    if (count < found) batch = (await read(last.sort)).hits.hits
  }
}

function closeOnce(opensearch: OpenSearch, id: string): () => Promise<void> {
  let closed: Promise<void> | undefined
  // If the engine is gone, the snapshot expires by itself.
  return () => (closed ??= opensearch.closePointInTime(id).catch(() => undefined))
}
