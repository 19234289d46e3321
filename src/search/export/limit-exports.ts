import { type Caps, openPlaces, type Patience } from '../../open-places.ts'
import type { SearchDeps } from '../search.ts'
import { type ExportParams, openRows, type Rows } from './open-export.ts'

/** How many exports may be under way at once, and how long one may take. */
export type ExportLimits = Caps & Patience

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

// Most are done in a second. How long the large ones take nobody can tell; to ask again costs little.
const RETRY_AFTER_SECONDS = 5

/**
 * What opens exports: `openRows`, so many at once, of a client and in all. Whoever opens one closes
 * it, also where it was read to its end; that gives its place back.
 * Throws ApiError RateLimited where too many are under way; else as `openRows` does.
 */
export function limitExports(
  deps: SearchDeps,
  { idleMs, ...caps }: Omit<ExportLimits, 'longestMs'>,
): (params: ExportParams, client: string) => Promise<Rows> {
  const places = openPlaces(caps, { what: 'exports', retryAfterSeconds: RETRY_AFTER_SECONDS })
  return (params, client) =>
    places.hold(client, async (leave) => {
      // The engine keeps the snapshot a little longer than a reader may pause.
      const rows = await openRows(deps, params, `${idleMs + 60_000}ms`)
      return {
        ...rows,
        close: () => {
          leave()
          return rows.close()
        },
      }
    })
}
