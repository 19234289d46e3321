import type { Block, Leaf } from '#src/domain/blocks.ts'
import { isRefPath } from '#src/domain/facts/subjects.ts'

/** An element of a return as a page shows it: a text, or what is in it. */
export type ElementNode = {
  name: string
  /** Absent where no Ref can name it. */
  path?: string
  text?: string
  inner?: ElementNode[]
}

/** The longest rows of schedules have some 60 leaves; more is a list, which other pages show. */
const MOST_LEAVES = 200

/**
 * What stands in an element, in filed order, up to as many leaves as are read on a page; `leftOut`
 * counts the others.
 */
export function toNodes(
  content: Leaf | Block,
  path?: string,
): { nodes: ElementNode[]; leftOut: number } {
  const budget = { left: MOST_LEAVES, leftOut: 0 }
  const block = typeof content === 'string' ? { '#text': content } : content
  return { nodes: nodesIn(block, path, budget), leftOut: budget.leftOut }
}

type Budget = { left: number; leftOut: number }

const nodesIn = (block: Block, path: string | undefined, budget: Budget): ElementNode[] =>
  Object.entries(block).flatMap(([name, value]) =>
    [value].flat().flatMap((item, at) => {
      // Looking up paths takes most of the time; a leaf that is only counted needs none.
      const own = budget.left > 0 ? pathOf(path, name, at) : undefined
      return toNode(name, item, own, budget) ?? []
    }),
  )

function toNode(
  name: string,
  item: Leaf | Block,
  path: string | undefined,
  budget: Budget,
): ElementNode | undefined {
  const place = { name: name === '#text' ? 'Text' : name, ...(path !== undefined && { path }) }
  if (typeof item !== 'string') {
    const inner = nodesIn(item, path, budget)
    return inner.length > 0 ? { ...place, inner } : undefined
  }
  if (budget.left === 0) {
    budget.leftOut += 1
    return undefined
  }
  budget.left -= 1
  return { ...place, text: item }
}

/** With an index where the catalogue knows a repeat; of any other repeat Refs name the first alone. */
function pathOf(above: string | undefined, name: string, at: number): string | undefined {
  if (above === undefined) return undefined
  if (name === '#text') return above
  const [indexed, plain] = [`${above}/${name}[${at + 1}]`, `${above}/${name}`]
  if (isRefPath(indexed)) return indexed
  return at === 0 && isRefPath(plain) ? plain : undefined
}
