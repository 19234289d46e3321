import { type Caps, openPlaces, type Patience } from '../open-places.ts'
import type { ProfileDeps } from '../profiles/deps.ts'
import { type Grant, type GrantFilter, toGrant, toOwn } from './grants.ts'
import { requireFiler } from './require-filer.ts'
import { streamGrants } from './store/read-grants.ts'

/** How many downloads may be under way at once, and how long one may take. */
export type DownloadLimits = Caps & Patience

/** Of their own, apart from those of exports: what they hold is not the engine's but the store's. */
export const DOWNLOAD_LIMITS: DownloadLimits = {
  // One to look at and one to keep; the last place is for somebody else.
  ofOneClient: 2,
  // Each holds a connection for as long as its reader takes; of the pool's ten, most must stay free.
  inAll: 3,
  // A notebook may work on a chunk for minutes, as with exports.
  idleMs: 240_000,
  // A download of 100,000 rows, some 40 MB, over a line of 100 KB a second takes seven minutes; the
  // rest is for pauses.
  longestMs: 1_800_000,
}
// Most are done in less.
const RETRY_AFTER_SECONDS = 60
// Some 200 KB in memory, and few round trips.
const BATCH = 500

export type GrantDownload = {
  /** Read when they are asked for, as they were at one moment. Throws StoreUnavailable. */
  batches: AsyncIterable<Grant[]>
  /** Frees its connection and its place. */
  close(): Promise<void>
}

/**
 * What opens downloads of all grants that match, so many at once, of a client and in all. Whoever
 * opens one closes it, also where it was read to its end. The opening throws ApiError
 * ProfileNotFound, StoreUnavailable, and RateLimited where too many are under way.
 */
export function limitDownloads(
  deps: ProfileDeps,
  caps: Caps,
): (ein: string, filter: GrantFilter, client: string) => Promise<GrantDownload> {
  const places = openPlaces(caps, { what: 'downloads', retryAfterSeconds: RETRY_AFTER_SECONDS })
  return (ein, filter, client) =>
    places.hold(client, async (leave) => {
      const grants = readBatches(deps, ein, filter)
      const close = async () => {
        try {
          await grants.return(undefined)
        } finally {
          leave()
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
  const own = toOwn(ein, { ...(await requireFiler(deps, ein)), hasProfile: true })
  for await (const rows of streamGrants(deps.postgres, ein, filter, BATCH)) {
    yield rows.map((row) => toGrant(row, own))
  }
}

/** The batches with the first read already: what fails at once fails before anything is sent. */
async function startedOf<Batch>(batches: AsyncGenerator<Batch>): Promise<AsyncGenerator<Batch>> {
  const first = await batches.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* batches
  })()
}
