import { openClientSlots, type ReadTimeouts, type SlotCounts } from '../limits/client-slots.ts'
import type { ProfileDeps } from '../organizations/deps.ts'
import { type Grant, type GrantFilter, streamGrants, toGrant, toOwn } from './grants.ts'
import { requireFiler } from './require-filer.ts'

/** How many downloads may run at once, and how long one may take. */
export type DownloadLimits = SlotCounts & ReadTimeouts

/** Separate from exports, because a download holds a connection to Postgres. */
export const DOWNLOAD_LIMITS: DownloadLimits = {
  // One to look at and one to keep; the third slot is for another client.
  ofOneClient: 2,
  // Each keeps a connection until its client has read everything; most of the pool's ten must stay
  // free.
  inAll: 3,
  // A notebook may work on a chunk for minutes, as with exports.
  idleMs: 240_000,
  // 100,000 rows, about 40 MB, take seven minutes at 100 KB a second; the rest is for pauses.
  longestMs: 1_800_000,
}
// Most downloads end sooner.
const RETRY_AFTER_SECONDS = 60
// About 200 KB in memory, and few round trips.
const BATCH = 500

type GrantDownload = {
  /** Reads batches on demand, from one snapshot. Throws StoreUnavailable. */
  batches: AsyncIterable<Grant[]>
  /** Frees its connection and its slot. */
  close(): Promise<void>
}

/**
 * Returns a function that opens a download of all matching grants, limited to slots. The caller
 * always closes what it opened. Opening throws ApiError ProfileNotFound, StoreUnavailable, and
 * RateLimited when no slot is free.
 */
export function limitDownloads(
  deps: ProfileDeps,
  counts: SlotCounts,
): (ein: string, filter: GrantFilter, client: string) => Promise<GrantDownload> {
  const slots = openClientSlots(counts, {
    what: 'downloads',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
  return (ein, filter, client) =>
    slots.hold(client, async (free) => {
      const grants = readBatches(deps, ein, filter)
      const close = async () => {
        try {
          await grants.return(undefined)
        } finally {
          free()
        }
      }
      return { batches: await startedOf(grants), close }
    })
}

async function* readBatches(
  deps: ProfileDeps,
  ein: string,
  filter: GrantFilter,
): AsyncGenerator<Grant[], undefined> {
  const own = toOwn(await requireFiler(deps, ein))
  for await (const rows of streamGrants(deps.postgres, ein, filter, BATCH)) {
    yield rows.map((row) => toGrant(row, own))
  }
}

/** Returns the batches after reading the first, so that a failed query fails before the response begins. */
async function startedOf<Batch>(batches: AsyncGenerator<Batch>): Promise<AsyncGenerator<Batch>> {
  const first = await batches.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* batches
  })()
}
