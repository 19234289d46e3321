import type { Block, Leaf } from '#src/domain/blocks.ts'

type Item = Leaf | Block

/** Positions in two lists, from 0; a side is absent if its item has no counterpart. */
export type Aligned = { before?: number; after?: number }

/**
 * Pairs the items of a repeated element in two returns: first those with equal content, then the most
 * similar ones. Position decides only between equals, so an inserted row changes no other row. The
 * result is in the order of the later list; items that only the earlier one has come last.
 */
export function alignRows(before: readonly Item[], after: readonly Item[]): Aligned[] {
  const counterparts = new Map<number, number>()
  const left = pairEqual(before, after, counterparts)
  pairSimilar(left, counterparts)
  const taken = new Set(counterparts.values())
  return [
    ...after.map((_, at): Aligned => {
      const found = counterparts.get(at)
      return found === undefined ? { after: at } : { before: found, after: at }
    }),
    ...before.flatMap((_, at): Aligned[] => (taken.has(at) ? [] : [{ before: at }])),
  ]
}

type Left = { before: Sketch[]; after: Sketch[] }
/** An item and its leaves, `path=text`, each with its weight. */
type Sketch = { at: number; leaves: Map<string, number>; weight: number; names: string[] }

/** Pairs equal items in their order, and returns the others. */
function pairEqual(
  before: readonly Item[],
  after: readonly Item[],
  counterparts: Map<number, number>,
): Left {
  const byContent = new Map<string, number[]>()
  for (const [at, item] of before.entries()) {
    const key = contentOf(item)
    const known = byContent.get(key)
    if (known) known.push(at)
    else byContent.set(key, [at])
  }
  const left: Left = { before: [], after: [] }
  for (const [at, item] of after.entries()) {
    const found = byContent.get(contentOf(item))?.shift()
    if (found === undefined) left.after.push(sketch(item, at))
    else counterparts.set(at, found)
  }
  left.before = [...byContent.values()].flat().map((at) => sketch(before[at] as Item, at))
  return left
}

const contentOf = (item: Item): string => [...leavesOf(item)].join('\n')

/** More pairs than this are compared only if they have a name in common. */
const MOST_PAIRS = 10_000
/** Of rows with the same name, such as several grants to one recipient. */
const MOST_NAMESAKES = 20
/** Half of what two rows say, by weight. Rows that have no name in common must agree on more. */
const SIMILAR = 0.5
const SIMILAR_UNNAMED = 0.8

function pairSimilar({ before, after }: Left, counterparts: Map<number, number>): void {
  const pairs = candidates(before, after).flatMap(([one, other]) => {
    const score = similarity(one, other)
    const named = one.names.some((name) => other.leaves.has(name))
    const least = one.names.length === 0 || named ? SIMILAR : SIMILAR_UNNAMED
    return score >= least ? [{ one, other, score, far: Math.abs(one.at - other.at) }] : []
  })
  pairs.sort((a, b) => b.score - a.score || a.far - b.far)
  const taken = new Set<number>()
  for (const { one, other } of pairs) {
    if (taken.has(one.at) || counterparts.has(other.at)) continue
    taken.add(one.at)
    counterparts.set(other.at, one.at)
  }
}

function candidates(before: Sketch[], after: Sketch[]): [Sketch, Sketch][] {
  if (before.length * after.length <= MOST_PAIRS) {
    return after.flatMap((other) => before.map((one): [Sketch, Sketch] => [one, other]))
  }
  const byName = new Map<string, Sketch[]>()
  for (const one of before) {
    for (const name of one.names) byName.set(name, [...(byName.get(name) ?? []), one])
  }
  return after.flatMap((other) => {
    const found = new Set(
      other.names.flatMap((name) => (byName.get(name) ?? []).slice(0, MOST_NAMESAKES)),
    )
    return [...found].map((one): [Sketch, Sketch] => [one, other])
  })
}

/** Returns the share of the weight of two items that they have in common, from 0 to 1. */
function similarity(one: Sketch, other: Sketch): number {
  let common = 0
  for (const [leaf, weight] of one.leaves) if (other.leaves.has(leaf)) common += weight
  return (2 * common) / (one.weight + other.weight || 1)
}

/** A leaf that names the subject of a row: a person, a recipient, a description, an EIN. */
const NAME = /(?:Nm|Name|BusinessNameLine\d\w*|Desc|Description|Title|EIN)=/
// Words identify a row better than an amount, a box or a code, which many rows share.
const HAS_WORDS = /=.*\p{L}{3}/su

function sketch(item: Item, at: number): Sketch {
  const all = [...leavesOf(item)]
  const leaves = new Map(all.map((leaf) => [leaf, HAS_WORDS.test(leaf) ? 3 : 1]))
  const weight = [...leaves.values()].reduce((sum, one) => sum + one, 0)
  return { at, leaves, weight, names: all.filter((leaf) => NAME.test(leaf)) }
}

/** Parts that describe the file, its attachments, and its transmission instead of the organization. */
export const isAboutFile = (name: string): boolean =>
  /^(?:@(?:referenceDocument|document|software|binaryAttachment)|FilingSecurityInformation$|BuildTS$)/.test(
    name,
  )

const LABEL = /\/(?:\w*Nm|\w*Name|BusinessNameLine1\w*|\w*Desc)=(.+)$/s

/** Returns the name in a row, such as a person or a recipient, to tell rows apart; undefined if none. */
export function nameOfRow(item: Item): string | undefined {
  for (const leaf of leavesOf(item)) {
    const name = LABEL.exec(leaf)?.[1]
    if (name !== undefined) return name
  }
  return undefined
}

function* leavesOf(item: Item, path = ''): Generator<string> {
  if (typeof item === 'string') {
    yield `${path}=${item.trim()}`
    return
  }
  for (const [name, value] of Object.entries(item)) {
    if (isAboutFile(name)) continue
    for (const one of [value].flat()) yield* leavesOf(one, `${path}/${name}`)
  }
}
