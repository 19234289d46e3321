import type { Block, BlockValue, FilingBlocks, Leaf } from '#src/domain/blocks.ts'
import { REPEATABLE } from '#src/domain/facts/repeatable.ts'
import { isReached, partPath } from '#src/domain/filing-contents.ts'
import { alignRows, isAboutFile, nameOfRow } from './align-rows.ts'

/** A leaf of a return: its text, and the path of the leaf or of the nearest element with a Ref. */
export type PlacedLeaf = { text: string; path: string }

/** A leaf that differs between two returns; a side is absent if that return does not have it. */
export type LeafChange = {
  /** The path of element names without indexes; an attribute begins with @. */
  plain: string
  /** The name in its row of a repeated element, such as a person. */
  row?: string
  before?: PlacedLeaf
  after?: PlacedLeaf
}

/**
 * Returns the leaves that differ between the parts of two returns, in the order of the later one.
 * Rows of a repeated element are paired by their content. Surrounding spaces, and what
 * `isAboutFile` names, are not compared.
 */
export function compareParts(before: FilingBlocks, after: FilingBlocks): LeafChange[] {
  const changes: LeafChange[] = []
  for (const name of namesOf(before, after)) {
    compareLists(partsOf(before, name), partsOf(after, name), `/${name}`, changes)
  }
  return changes
}

/** An element, and its path, or the path of the nearest element above it that has a Ref. */
type Placed = { element: Leaf | Block; path: string; hasRef: boolean; row?: string | undefined }

const namesOf = (before: FilingBlocks, after: FilingBlocks): Set<string> =>
  new Set([...after, ...before].filter(isReached).map(({ block }) => block))

const partsOf = (parts: FilingBlocks, name: string): Placed[] =>
  parts
    .filter((part) => part.block === name && isReached(part))
    .map((part) => ({ element: part.content, path: partPath(part), hasRef: true }))

function compareLists(
  before: readonly Placed[],
  after: readonly Placed[],
  plain: string,
  changes: LeafChange[],
): void {
  if (before.length <= 1 && after.length <= 1) {
    compareElements(before[0], after[0], plain, changes)
    return
  }
  const pairs = alignRows(
    before.map(({ element }) => element),
    after.map(({ element }) => element),
  )
  for (const pair of pairs) {
    const one = pair.before === undefined ? undefined : before[pair.before]
    const other = pair.after === undefined ? undefined : after[pair.after]
    compareElements(one, other, plain, changes)
  }
}

function compareElements(
  before: Placed | undefined,
  after: Placed | undefined,
  plain: string,
  changes: LeafChange[],
): void {
  const [one, other] = [leafOf(before), leafOf(after)]
  if (one?.text !== other?.text) {
    const row = (after ?? before)?.row
    changes.push({
      plain,
      ...(row !== undefined && { row }),
      ...(one && { before: one }),
      ...(other && { after: other }),
    })
  }
  const names = new Set([...childNames(after), ...childNames(before)])
  for (const name of names) {
    const path = `${plain}/${name}`
    compareLists(childrenOf(before, name, path), childrenOf(after, name, path), path, changes)
  }
}

/** Returns the text of a leaf, or of an element with attributes. */
function leafOf(placed: Placed | undefined): PlacedLeaf | undefined {
  if (!placed) return undefined
  const { element, path } = placed
  const text = typeof element === 'string' ? element : element['#text']
  return typeof text === 'string' ? { text: text.trim(), path } : undefined
}

const childNames = (placed: Placed | undefined): string[] =>
  placed === undefined || typeof placed.element === 'string'
    ? []
    : Object.keys(placed.element).filter((name) => name !== '#text' && !isAboutFile(name))

function childrenOf(parent: Placed | undefined, name: string, plain: string): Placed[] {
  if (parent === undefined || typeof parent.element === 'string') return []
  if (!Object.hasOwn(parent.element, name)) return []
  const items = [parent.element[name] as BlockValue].flat()
  const isIndexed = REPEATABLE.has(plain)
  return items.map((element, at) => {
    // A path without an index means the first item, so the others have no Ref of their own.
    const hasRef = parent.hasRef && (isIndexed || at === 0)
    const path = `${parent.path}/${name}${isIndexed ? `[${at + 1}]` : ''}`
    const row = items.length > 1 && typeof element !== 'string' ? nameOfRow(element) : undefined
    return { element, path: hasRef ? path : parent.path, hasRef, row: row ?? parent.row }
  })
}
