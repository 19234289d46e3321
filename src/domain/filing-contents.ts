import { type Block, type BlockValue, type FilingBlocks, type Leaf, readElement } from './blocks.ts'
import { REPEATABLE } from './facts/repeatable.ts'

/** What a return holds, kept beside its facts (table filing, column contents). */
export type FilingContents = {
  /** Its parts in document order, with their size as JSON, long repeats included. */
  blocks: { block: string; ordinal: number; bytes: number }[]
  /** How many elements stand at each source path of the catalogue's tables; absent is none. */
  rows: Record<string, number>
  /** Paths of repeats that are stored apart from their block, in chunks (table filing_rows). */
  cut: string[]
}

/** Rows of a cut repeat that one chunk holds. */
export const CHUNK = 100

/**
 * Parts of a return as they are stored: `blocks`, in which a cut repeat is an empty array, and of
 * such repeats the portions that were read. `first` is the place of the first item, from 0.
 */
export type StoredParts = {
  blocks: FilingBlocks
  repeats: { path: string; first: number; items: (Leaf | Block)[] }[]
}

/** An element and its own path, with an index on what the catalogue marks as repeatable. */
export type Placed = { element: Leaf | Block; path: string }

/**
 * The elements at a path of element names without indexes, in document order, those from place
 * `from` (from 0) up to and without `to`. The path of a part alone gives each part of that name.
 */
export function elementsAt(
  parts: StoredParts,
  path: string,
  from = 0,
  to = Number.POSITIVE_INFINITY,
): Placed[] {
  const cut = parts.repeats.find((repeat) => repeat.path === path)
  if (cut) {
    return cut.items
      .map((element, at) => ({
        element,
        path: `${path}[${cut.first + at + 1}]`,
        at: cut.first + at,
      }))
      .filter(({ at }) => at >= from && at < to)
      .map(({ element, path: own }) => ({ element, path: own }))
  }
  const [name = '', ...steps] = path.slice(1).split('/')
  const roots = parts.blocks
    .filter(({ block }) => block === name)
    .map(({ ordinal, content }) => ({
      element: content as Leaf | Block,
      path: rootPath(name, ordinal),
    }))
  return steps
    .reduce((above, step, at) => {
      const plain = `/${[name, ...steps.slice(0, at + 1)].join('/')}`
      return above.flatMap((parent) => childrenOf(parent, step, plain))
    }, roots)
    .slice(from, to)
}

const rootPath = (block: string, ordinal: number): string =>
  REPEATABLE.has(`/${block}`) ? `/${block}[${ordinal}]` : `/${block}`

function childrenOf({ element, path }: Placed, step: string, plain: string): Placed[] {
  if (typeof element === 'string' || !Object.hasOwn(element, step)) return []
  const found: BlockValue = element[step] as BlockValue
  return [found].flat().map((child, at) => ({
    element: child,
    path: REPEATABLE.has(plain) ? `${path}/${step}[${at + 1}]` : `${path}/${step}`,
  }))
}

/** The repeat an indexed path leads through when that repeat is cut, and the place in it, from 0. */
export function findCut(
  contents: Pick<FilingContents, 'cut'>,
  path: string,
): { path: string; place: number; rest: string } | undefined {
  for (const cut of contents.cut) {
    const match = path.startsWith(`${cut}[`)
      ? /^\[([1-9]\d{0,8})\](\/.*)?$/.exec(path.slice(cut.length))
      : null
    if (match) return { path: cut, place: Number(match[1]) - 1, rest: match[2] ?? '' }
  }
  return undefined
}

/** The element or leaf at an indexed path, cut repeats included as far as they were read. */
export function readStoredElement(parts: StoredParts, path: string): Leaf | Block | undefined {
  const found = findCut({ cut: parts.repeats.map((repeat) => repeat.path) }, path)
  if (!found) return readElement(parts.blocks, path)
  const repeat = parts.repeats.find((one) => one.path === found.path)
  const element = repeat?.items[found.place - repeat.first]
  if (element === undefined || found.rest === '') return element
  if (typeof element === 'string') return undefined
  return readElement([{ block: 'row', ordinal: 1, content: element }], `/row${found.rest}`)
}
