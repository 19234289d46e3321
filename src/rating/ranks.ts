import { METRICS, type MetricDefinition, type MetricKey } from './metrics.ts'
import { LEAST_PEERS, type PeerTraits, peerGroups } from './peers.ts'
import type { RatingInput } from './rating.ts'

/** Values of ranked metrics, by peer group and metric; those above the cap are the cap. */
type Figures<List> = Map<string, Map<MetricKey, List>>
export type PeerFigures = Figures<number[]>
export type SortedFigures = Figures<Float64Array>

type Value = Pick<RatingInput, 'key' | 'value'>

const CAPS: ReadonlyMap<MetricKey, number> = new Map(
  (Object.entries(METRICS) as [MetricKey, MetricDefinition][])
    .filter(([, { kind }]) => kind === 'percentile')
    .map(([key, { cap = Number.POSITIVE_INFINITY }]) => [key, cap]),
)

const capped = ({ key, value }: Value): number | undefined => {
  const cap = CAPS.get(key)
  return cap === undefined ? undefined : Math.min(value, cap)
}

/** Puts what is known of an organization with what is known of its peers, on every level. */
export function addFigures(
  figures: PeerFigures,
  traits: PeerTraits,
  inputs: readonly Value[],
): void {
  for (const group of peerGroups(traits)) {
    const lists = figures.get(group) ?? new Map<MetricKey, number[]>()
    figures.set(group, lists)
    for (const input of inputs) {
      const value = capped(input)
      if (value === undefined) continue
      const list = lists.get(input.key)
      if (list) list.push(value)
      else lists.set(input.key, [value])
    }
  }
}

/** The figures of everybody in the order that ranks are told from; empties what it is given. */
export function sortFigures(figures: PeerFigures): SortedFigures {
  const sorted: SortedFigures = new Map()
  for (const [group, lists] of figures) {
    // One group after the other, so that a sector's figures are not held twice.
    figures.delete(group)
    sorted.set(
      group,
      new Map([...lists].map(([key, list]) => [key, Float64Array.from(list).sort()])),
    )
  }
  return sorted
}

/**
 * Inputs with where the ranked ones stand among peers, who are among the figures themselves: in
 * the narrowest group with `LEAST_PEERS` that have the metric, else in the widest.
 */
export function withRanks(
  figures: SortedFigures,
  traits: PeerTraits,
  inputs: readonly RatingInput[],
): RatingInput[] {
  const groups = peerGroups(traits)
  return inputs.map(({ key, value, ref }) => {
    const place = capped({ key, value })
    if (place === undefined) return { key, value, ref }
    return { key, value, ref, ...rankOf(figures, groups, key, place) }
  })
}

function rankOf(figures: SortedFigures, groups: string[], key: MetricKey, value: number) {
  const having = groups.flatMap((group) => {
    const list = figures.get(group)?.get(key)
    return list ? [{ group, list }] : []
  })
  const chosen = having.find(({ list }) => list.length >= LEAST_PEERS) ?? having.at(-1)
  if (!chosen) throw new RangeError(`Nobody's ${key} is among the figures.`)
  const { group, list } = chosen
  return { percentile: midRank(list, value), peers: { group, size: list.length } }
}

/**
 * The mid-rank share: those below and half of the equal ones, of all. Counted whole, so that
 * nothing is rounded before the one division.
 */
function midRank(list: Float64Array, value: number): number {
  const below = countUntil(list, (other) => other >= value)
  const upto = countUntil(list, (other) => other > value)
  return (below + upto) / (2 * list.length)
}

/** How many come before the first that is `past`, of which all that follow are, too. */
function countUntil(list: Float64Array, past: (value: number) => boolean): number {
  let [from, to] = [0, list.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (past(list[middle] as number)) to = middle
    else from = middle + 1
  }
  return from
}
