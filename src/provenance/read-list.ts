import type { Postgres } from '../platform/clients/postgres.ts'
import { readFreshness } from './read-freshness.ts'
import { readSources } from './read-sources.ts'
import type { Freshness, Source, SourcesDeps } from './source.ts'

/** Sources, and how fresh the store is. */
export type SourceList = { sources: Source[]; freshness: Freshness }

// A running load updates its books with every slice. Ten seconds is soon enough to follow a load.
const HELD_MS = 10_000

type Held = { list: Promise<SourceList>; until: number }
const held = new WeakMap<Postgres, Held>()

/**
 * Reads every kind of source and its loaded data, at most ten seconds old. The request costs no
 * allowance, so concurrent requests share one read. `now` is any clock in milliseconds. Throws
 * ApiError StoreUnavailable, which is not cached.
 */
export function readSourceList(
  deps: SourcesDeps,
  now: () => number = () => performance.now(),
): Promise<SourceList> {
  const known = held.get(deps.postgres)
  if (known && now() < known.until) return known.list
  const reading: Held = { list: readBoth(deps), until: Number.POSITIVE_INFINITY }
  held.set(deps.postgres, reading)
  const end = (until: number) => {
    reading.until = until
  }
  reading.list.then(
    () => end(now() + HELD_MS),
    () => end(Number.NEGATIVE_INFINITY),
  )
  return reading.list
}

async function readBoth(deps: SourcesDeps): Promise<SourceList> {
  const [sources, freshness] = await Promise.all([readSources(deps), readFreshness(deps)])
  return { sources, freshness }
}
