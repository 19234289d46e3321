/** What one source held of one table, in the order in which extracts follow each other. */
export type Extract = {
  sourceId: number
  rows: number
  /** Read to its end: one that was cut short takes nobody off a list. */
  isWhole: boolean
}

/** How many rows of `otherId` were there when `sourceId` brought them again. */
export type Overlap = { sourceId: number; otherId: number; rows: number }

// A list a year old shares some nine tenths of its rows with today's (OFAC's weekly changes add up
// to a few hundred of 18,000 entries); two different lists share next to none (OFAC's, 2 of 442).
// Where it is less, both count: rather one too many to look at than one lost.
const MOST = 0.8

/**
 * Of each extract in whose place a newer whole one of its list has come: that one's source. An
 * extract's rows may have gone to it by way of others, as of a download that was cut short.
 * `extracts` are those of one table, oldest first.
 */
export function findSuperseded(
  extracts: readonly Extract[],
  overlaps: readonly Overlap[],
): Map<number, number> {
  const places = new Map(extracts.map(({ sourceId }, place) => [sourceId, place]))
  const shared = neighboursOf(overlaps, places)
  const gone = new Map<number, number>()
  for (const [place, { sourceId, isWhole }] of [...extracts.entries()].reverse()) {
    // Whatever it could take the place of went with it.
    if (!isWhole || gone.has(sourceId)) continue
    for (const other of sameList(place, extracts, shared)) {
      const older = other < place ? extracts[other] : undefined
      if (older && !gone.has(older.sourceId)) gone.set(older.sourceId, sourceId)
    }
  }
  return gone
}

/** By place of an extract: the places of others that share rows with it, and how many. */
type Shared = ReadonlyMap<number, ReadonlyMap<number, number>>

function neighboursOf(overlaps: readonly Overlap[], places: ReadonlyMap<number, number>): Shared {
  const shared = new Map<number, Map<number, number>>()
  const add = (from: number, to: number, rows: number) => {
    const known = shared.get(from) ?? new Map<number, number>()
    shared.set(from, known.set(to, (known.get(to) ?? 0) + rows))
  }
  for (const { sourceId, otherId, rows } of overlaps) {
    const [one, other] = [places.get(sourceId), places.get(otherId)]
    if (one === undefined || other === undefined) continue
    add(one, other, rows)
    add(other, one, rows)
  }
  return shared
}

/**
 * Places of the extracts of one list with the one at `start`: those that share most of their rows
 * with extracts of it. Of an older one only later extracts are counted, of a newer only earlier
 * ones, since in one direction each row was met with once.
 */
function sameList(start: number, extracts: readonly Extract[], shared: Shared): Set<number> {
  const found = new Set([start])
  const sums = new Map<number, number>()
  for (const one of found) {
    for (const [other, rows] of shared.get(one) ?? []) {
      const isTowards = other < start ? one > other : one < other
      if (!isTowards) continue
      const sum = (sums.get(other) ?? 0) + rows
      sums.set(other, sum)
      // A set goes on to what is added while it is gone through.
      if (sum >= (extracts[other]?.rows ?? Infinity) * MOST) found.add(other)
    }
  }
  return found
}
