/** One source's rows in one table. Extracts are ordered oldest first. */
export type Extract = {
  sourceId: number
  rows: number
  /** Whether it was read to its end; a truncated extract removes no entry from a list. */
  isWhole: boolean
}

/** The number of stored rows of `otherId` that `sourceId` contained again. */
export type Overlap = { sourceId: number; otherId: number; rows: number }

// A list a year old shares about nine tenths of its rows with today's (OFAC's weekly changes add up
// to a few hundred of 18,000 entries); two different lists share almost none (OFAC's, 2 of 442).
// Below this share both count, because a superfluous entry does less harm than a lost one.
const MOST = 0.8

/**
 * Returns, for each extract that a newer complete extract of its list supersedes, the source of the
 * newer one. Rows may have passed through other extracts in between, such as a truncated download.
 * `extracts` are those of one table, oldest first.
 */
export function findSuperseded(
  extracts: readonly Extract[],
  overlaps: readonly Overlap[],
): Map<number, number> {
  const indices = new Map(extracts.map(({ sourceId }, index) => [sourceId, index]))
  const shared = neighboursOf(overlaps, indices)
  const gone = new Map<number, number>()
  for (const [index, { sourceId, isWhole }] of [...extracts.entries()].reverse()) {
    // The newer extract already superseded everything that this one could.
    if (!isWhole || gone.has(sourceId)) continue
    for (const other of sameList(index, extracts, shared)) {
      const older = other < index ? extracts[other] : undefined
      if (older && !gone.has(older.sourceId)) gone.set(older.sourceId, sourceId)
    }
  }
  return gone
}

/** By index of an extract: the indices of others that share rows with it, and how many. */
type Shared = ReadonlyMap<number, ReadonlyMap<number, number>>

function neighboursOf(overlaps: readonly Overlap[], indices: ReadonlyMap<number, number>): Shared {
  const shared = new Map<number, Map<number, number>>()
  const add = (from: number, to: number, rows: number) => {
    const known = shared.get(from) ?? new Map<number, number>()
    shared.set(from, known.set(to, (known.get(to) ?? 0) + rows))
  }
  for (const { sourceId, otherId, rows } of overlaps) {
    const [one, other] = [indices.get(sourceId), indices.get(otherId)]
    if (one === undefined || other === undefined) continue
    add(one, other, rows)
    add(other, one, rows)
  }
  return shared
}

/**
 * Returns the indices of the extracts of the same list as the one at `start`: those that share most
 * of their rows with extracts of it. Extracts are compared in only one direction of time, so that
 * no row counts twice.
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
      // Iterating over a set continues with values added during the iteration.
      if (sum >= (extracts[other]?.rows ?? Infinity) * MOST) found.add(other)
    }
  }
  return found
}
