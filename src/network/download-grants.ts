import { ApiError } from '../errors.ts'
import type { ProfileDeps } from '../profiles/deps.ts'
import { type Grant, type GrantFilter, toGrant, toOwn } from './grants.ts'
import { requireFiler } from './require-filer.ts'
import { streamGrants } from './store/read-grants.ts'

// Each holds a connection for as long as its reader takes; of the pool's ten, most must stay free.
const MOST_DOWNLOADS = 3
// Some 200 KB in memory, and few round trips.
const BATCH = 500

export type GrantDownload = AsyncIterableIterator<Grant[], undefined>

/**
 * What opens downloads of all grants that match: in batches, read as fast as they are consumed, as
 * they were at one moment. Whoever opens one reads it to its end or calls its `return`; both free
 * its connection. The opening throws ApiError ProfileNotFound, StoreUnavailable, also when there are
 * too many at once; reading throws StoreUnavailable.
 */
export function limitDownloads(
  deps: ProfileDeps,
): (ein: string, filter: GrantFilter) => Promise<GrantDownload> {
  let open = 0
  return async (ein, filter) => {
    if (open >= MOST_DOWNLOADS) {
      throw new ApiError('StoreUnavailable', {
        message:
          'Too many downloads are under way at the moment; try again in a minute, or read page by page.',
        retryAfterSeconds: 60,
      })
    }
    open += 1
    const grants = readBatches(deps, ein, filter)
    return await startedOf(grants, () => {
      open -= 1
    })
  }
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

/**
 * The batches with the first read already, so that what fails at once fails before anything is
 * sent. A generator that was never started would not run its end, and so not free its connection.
 */
async function startedOf<Batch>(
  batches: AsyncGenerator<Batch, undefined>,
  onEnd: () => void,
): Promise<AsyncIterableIterator<Batch, undefined>> {
  let isOpen = true
  const end = () => {
    if (isOpen) onEnd()
    isOpen = false
  }
  const next = async () => {
    try {
      const result = await batches.next()
      if (result.done) end()
      return result
    } catch (error) {
      end()
      throw error
    }
  }
  let first: IteratorResult<Batch, undefined> | undefined = await next()
  const started: AsyncIterableIterator<Batch, undefined> = {
    async next() {
      const result = first
      first = undefined
      return result ?? (await next())
    },
    async return() {
      await batches.return(undefined)
      end()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]: () => started,
  }
  return started
}
