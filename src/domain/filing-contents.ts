import { type Block, type BlockValue, type FilingBlocks, type Leaf, readElement } from './blocks.ts'
import { REPEATABLE } from './facts/repeatable.ts'

/** A part of a return: its name, and its number among the parts with that name, from 1. */
export type PartId = { block: string; ordinal: number }

/** The contents of a return (table filing, column contents). */
export type FilingContents = {
  /** Its parts in document order, with their size as JSON, including long repeats. */
  blocks: (PartId & { bytes: number })[]
  /** The number of elements at each source path of the catalogue's tables; absent means none. */
  rows: Record<string, number>
  /**
   * Paths of repeats that are stored separately from their part, in chunks (table filing_rows): the
   * path of the part (`partPath`) and element names. They need not be in the catalogue.
   */
  cut: string[]
}

/** Number of rows of a cut repeat in one chunk. */
export const CHUNK = 100

/**
 * Stored parts of a return: `blocks`, in which a cut repeat is an empty array, and the portions of
 * such repeats that were read. `first` is the place of the first item, from 0.
 */
export type StoredParts = {
  blocks: FilingBlocks
  repeats: { path: string; first: number; items: (Leaf | Block)[] }[]
}

/** Returns the path of a part, with its number if such parts may repeat. */
export const partPath = ({ block, ordinal }: PartId): string =>
  REPEATABLE.has(`/${block}`) ? `/${block}[${ordinal}]` : `/${block}`

/**
 * Returns whether Refs and tables reach a part. If parts with its name should not repeat, only the
 * first has a path.
 */
export const isReached = ({ block, ordinal }: PartId): boolean =>
  ordinal === 1 || REPEATABLE.has(`/${block}`)

/** Returns the parts with a given name that tables are read from. */
export const partsNamed = ({ blocks }: Pick<FilingContents, 'blocks'>, name: string): PartId[] =>
  blocks.filter((part) => part.block === name && isReached(part))

/** Returns the value of a path without indexes, or of the nearest element above that has one. */
export function nearestAbove<Value>(values: ReadonlyMap<string, Value>, path: string) {
  for (let at = path; at.length > 0; at = at.slice(0, at.lastIndexOf('/'))) {
    const value = values.get(at)
    if (value !== undefined) return value
  }
  return undefined
}

/** Returns the paths of a part's repeats that are stored separately. */
export const cutsIn = ({ cut }: Pick<FilingContents, 'cut'>, part: PartId): string[] =>
  isReached(part) ? cut.filter((path) => path.startsWith(`${partPath(part)}/`)) : []

/** Returns a path without indexes, as in the catalogue. */
export const plainPath = (path: string): string => path.replaceAll(/\[\d+\]/g, '')

/** Returns the path of an item, from 0, of a repeat that is stored separately. */
export const itemPath = (cut: string, place: number): string =>
  REPEATABLE.has(plainPath(cut)) ? `${cut}[${place + 1}]` : cut

/**
 * An element and its own path, with an index on elements that the catalogue marks as repeatable.
 */
export type Placed = { element: Leaf | Block; path: string }

/**
 * Returns the elements at a path of element names without indexes, in document order, from place
 * `from` (from 0) up to but not including `to`. The path of a part alone returns each part of that
 * name, or the first if it should not repeat.
 */
export function elementsAt(
  parts: StoredParts,
  path: string,
  from = 0,
  to = Number.POSITIVE_INFINITY,
): Placed[] {
  const cut = parts.repeats.find((repeat) => plainPath(repeat.path) === path)
  if (cut) {
    const start = Math.max(0, from - cut.first)
    return cut.items
      .slice(start, Math.max(start, to - cut.first))
      .map((element, at) => ({ element, path: itemPath(cut.path, cut.first + start + at) }))
  }
  const [name = '', ...steps] = path.slice(1).split('/')
  const roots = parts.blocks
    .filter((part) => part.block === name && isReached(part))
    .map((part) => ({ element: part.content as Leaf | Block, path: partPath(part) }))
  return steps
    .reduce((above, step, at) => {
      const plain = `/${[name, ...steps.slice(0, at + 1)].join('/')}`
      return above.flatMap((parent) => childrenOf(parent, step, plain))
    }, roots)
    .slice(from, to)
}

function childrenOf({ element, path }: Placed, step: string, plain: string): Placed[] {
  if (typeof element === 'string' || !Object.hasOwn(element, step)) return []
  const found: BlockValue = element[step] as BlockValue
  return [found].flat().map((child, at) => ({
    element: child,
    path: REPEATABLE.has(plain) ? `${path}/${step}[${at + 1}]` : `${path}/${step}`,
  }))
}

/**
 * Returns the cut repeat in an indexed path and the place in it, from 0. A repeat outside the
 * catalogue has no index, and the path means its first item.
 */
export function findCut(
  contents: Pick<FilingContents, 'cut'>,
  path: string,
): { path: string; place: number; rest: string } | undefined {
  for (const cut of contents.cut) {
    const match = path.startsWith(cut) ? INDEX_AND_REST.exec(path.slice(cut.length)) : null
    const [, index, rest = ''] = match ?? []
    if (match && REPEATABLE.has(plainPath(cut)) === (index !== undefined)) {
      return { path: cut, place: Number(index ?? 1) - 1, rest }
    }
  }
  return undefined
}

const INDEX_AND_REST = /^(?:\[([1-9]\d{0,8})\])?(\/.*)?$/

/** Returns the element or leaf at an indexed path, including cut repeats that were read. */
export function readStoredElement(parts: StoredParts, path: string): Leaf | Block | undefined {
  const found = findCut({ cut: parts.repeats.map((repeat) => repeat.path) }, path)
  if (!found) return readElement(parts.blocks, path)
  const repeat = parts.repeats.find((one) => one.path === found.path)
  const element = repeat?.items[found.place - repeat.first]
  if (element === undefined || found.rest === '') return element
  if (typeof element === 'string') return undefined
  return readElement([{ block: 'row', ordinal: 1, content: element }], `/row${found.rest}`)
}
