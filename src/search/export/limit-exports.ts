import { ApiError } from '../../errors.ts'
import type { SearchDeps } from '../search.ts'
import { type ExportParams, openRows, type Rows } from './open-export.ts'

/** How many exports may be under way at once, and how long one may take. */
export type ExportLimits = { ofOneClient: number; inAll: number; idleMs: number; longestMs: number }

export const EXPORT_LIMITS: ExportLimits = {
  // One to look at and one to keep; a third would only make these slower.
  ofOneClient: 2,
  // Each reads as fast as it is taken, and two of them keep one of two cores busy; each holds up to
  // some 20 MB. Searches are to stay quick beside them.
  inAll: 4,
  // Whoever takes nothing for that long has left; the index it reads cannot be let go before.
  // A notebook may work on a chunk for minutes. What is sent at once is 1 MB at the most, so a line
  // of 5 KB a second is still fast enough.
  idleMs: 240_000,
  // Two million organizations, some 2 GB, over a line of 600 KB a second.
  longestMs: 3_600_000,
}

/** Rows that are let go in time. */
export type Export = Rows & {
  /** To be told whenever its reader has taken a piece; who does not for `idleMs` is cut off. */
  onTaken(): void
  /** Aborted, with the reason, once its reader takes too long; no more is to be sent then. */
  signal: AbortSignal
}

/**
 * What opens exports, `openRows` within limits: so many at once, of a client and in all, and each
 * for so long. Whoever opens one closes it, also where it was read to its end.
 * Throws ApiError RateLimited where too many are under way; else as `openRows` does.
 */
export function limitExports(
  deps: SearchDeps,
  limits: ExportLimits,
): (params: ExportParams, client: string) => Promise<Export> {
  const taken = new Map<string, number>()
  const take = (client: string): (() => void) => {
    const own = taken.get(client) ?? 0
    if (own >= limits.ofOneClient) throw tooManyOfClient(limits.ofOneClient)
    const inAll = taken.values().reduce((sum, count) => sum + count, 0)
    if (inAll >= limits.inAll) throw tooManyInAll()
    taken.set(client, own + 1)
    return () => {
      const left = (taken.get(client) ?? 1) - 1
      if (left === 0) taken.delete(client)
      else taken.set(client, left)
    }
  }
  return async (params, client) => {
    const free = take(client)
    try {
      // The engine keeps the snapshot a little longer than a reader may pause.
      const rows = await openRows(deps, params, `${limits.idleMs + 60_000}ms`)
      return watch(rows, limits, free)
    } catch (error) {
      free()
      throw error
    }
  }
}

function watch(rows: Rows, { idleMs, longestMs }: ExportLimits, free: () => void): Export {
  const end = new AbortController()
  const stop = (reason: string) => end.abort(new Error(`The export was cut off: ${reason}`))
  const longest = setTimeout(() => stop(`it took over ${longestMs} ms.`), longestMs)
  // Until it is closed, not only between batches: most exports are one.
  const idle = setTimeout(() => stop(`nobody read it for ${idleMs} ms.`), idleMs)
  let isOpen = true
  return {
    ...rows,
    // One that was cleared would start again.
    onTaken: () => void (isOpen && idle.refresh()),
    signal: end.signal,
    async close() {
      if (!isOpen) return
      isOpen = false
      clearTimeout(longest)
      clearTimeout(idle)
      free()
      await rows.close()
    },
  }
}

// The smallest are done in seconds.
const RETRY_AFTER_SECONDS = 30

const tooManyOfClient = (most: number) =>
  new ApiError('RateLimited', {
    message: `${most} exports of this client are under way; wait until one has ended.`,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })

const tooManyInAll = () =>
  new ApiError('RateLimited', {
    message: 'Too many exports are under way at the moment; try again in half a minute.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
