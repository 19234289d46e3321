import type { Postgres } from '../clients/postgres.ts'
import type { SourcesDeps } from './deps.ts'
import { readFreshness } from './read-freshness.ts'
import { readSources } from './read-sources.ts'
import type { Freshness, Source } from './source.ts'

/** Sources, and how fresh the store is. */
export type SourceList = { sources: Source[]; freshness: Freshness }

// The books of a load that goes on change with every slice, under one release; who watches a load
// looks again after some seconds, and anybody else once a day.
const HELD_MS = 10_000

type Held = { list: Promise<SourceList>; until: number }
const held = new WeakMap<Postgres, Held>()

/**
 * Every kind of source with what is loaded of it, at most ten seconds old: it costs nobody
 * anything, so that it is read once for all who ask meanwhile. `now` in milliseconds of any clock.
 * Throws ApiError StoreUnavailable, which is not held.
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
