import { openClientSlots, type ReadTimeouts, type SlotCounts } from '#src/limits/client-slots.ts'
import type { SearchDeps } from '../search.ts'
import { type ExportParams, openRows, type Rows } from './open-export.ts'

/** How many exports may run at once, and how long one may take. */
export type ExportLimits = SlotCounts & ReadTimeouts

export const EXPORT_LIMITS: ExportLimits = {
  // One to preview and one to keep; a third would only slow these down.
  ofOneClient: 2,
  // Two exports keep one of two cores busy, each uses up to 20 MB, and searches must stay fast.
  inAll: 4,
  // A notebook may work on a chunk for minutes, and 1 MB chunks suit a connection of 5 KB a second.
  // The index snapshot stays open until then.
  idleMs: 240_000,
  // Two million organizations, about 2 GB, over a connection of 600 KB a second.
  longestMs: 3_600_000,
}

// Most exports end within a second, and a retry costs little.
const RETRY_AFTER_SECONDS = 5

/**
 * Returns `openRows` limited to slots. The caller always closes what it opened, which frees the
 * slot. Throws ApiError RateLimited when no slot is free; otherwise as `openRows` does.
 */
export function limitExports(
  deps: SearchDeps,
  { idleMs, ...caps }: Omit<ExportLimits, 'longestMs'>,
): (params: ExportParams, client: string) => Promise<Rows> {
  const slots = openClientSlots(caps, { what: 'exports', retryAfterSeconds: RETRY_AFTER_SECONDS })
  return (params, client) =>
    slots.hold(client, async (free) => {
      // The engine keeps the snapshot for a minute longer than a reader may pause.
      const rows = await openRows(deps, params, `${idleMs + 60_000}ms`)
      return {
        ...rows,
        close: () => {
          free()
          return rows.close()
        },
      }
    })
}
