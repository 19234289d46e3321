import type { Block, BlockValue, Leaf } from '#src/domain/blocks.ts'
import { REPEATABLE } from '#src/domain/facts/repeatable.ts'
import {
  type FilingContents,
  isReached,
  itemPath,
  type PartId,
  partPath,
  plainPath,
  type StoredParts,
} from '#src/domain/filing-contents.ts'

/** The position of an element: its part, its name in the part, and its number there; from 0. */
export type SchedulePlace = { part: number; slot: number; item: number }

/** An element in its order; `path` is absent if no Ref reaches it. */
export type SlotItem = { slot: number; item: number; element: string; content: Leaf | Block } & {
  path?: string
}

/**
 * Slots from this number on are repeats that are stored separately, in the order of the contents.
 */
export const CUT_SLOTS = 5_000
const MAX_SLOTS = 10_000
const MAX_ITEMS = 10_000_000

/** Packs a place into the number of a cursor. Elements are not counted at load. */
export const packPlace = ({ part, slot, item }: SchedulePlace): number =>
  (part * MAX_SLOTS + slot) * MAX_ITEMS + item

export const unpackPlace = (place: number): SchedulePlace => ({
  part: Math.floor(place / (MAX_SLOTS * MAX_ITEMS)),
  slot: Math.floor(place / MAX_ITEMS) % MAX_SLOTS,
  item: place % MAX_ITEMS,
})

/** Returns the repeats of a part that are stored separately, with their slots. */
export function cutsOf({ cut }: Pick<FilingContents, 'cut'>, part: PartId) {
  const own = `${partPath(part)}/`
  if (!isReached(part)) return []
  return cut.flatMap((path, at) =>
    path.startsWith(own) ? [{ path, slot: CUT_SLOTS + at, below: path.slice(own.length) }] : [],
  )
}

/**
 * Returns the elements of a part in filed order, repeats one by one. A repeat that is stored
 * separately has the items that were read. If it is inside another element, it follows that
 * element, which is shown without it.
 */
export function listElements(
  part: PartId & { content: Block },
  parts: StoredParts,
  contents: Pick<FilingContents, 'cut'>,
): SlotItem[] {
  const cuts = cutsOf(contents, part)
  const names = Object.keys(part.content).filter((name) => !/^[@#]/.test(name))
  if (names.length === 0) return leafPart(part)
  return names.flatMap((name, slot) => {
    const own = cuts.find(({ below }) => below === name)
    if (own) return listCut(own, parts)
    const inner = cuts.filter(({ below }) => below.startsWith(`${name}/`))
    const value = inner.reduce<BlockValue>(
      (kept, { below }) => without(kept, below.split('/').slice(1)),
      part.content[name] as BlockValue,
    )
    return [...listInline(part, name, slot, value), ...inner.flatMap((cut) => listCut(cut, parts))]
  })
}

// A part with only text.
function leafPart(part: PartId & { content: Block }): SlotItem[] {
  const text = part.content['#text']
  if (typeof text !== 'string' || text.trim() === '') return []
  const path = isReached(part) && { path: partPath(part) }
  return [{ slot: 0, item: 0, element: part.block, content: text, ...path }]
}

function listInline(part: PartId, element: string, slot: number, value: BlockValue): SlotItem[] {
  const isIndexed = REPEATABLE.has(`/${part.block}/${element}`)
  const path = `${partPath(part)}/${element}`
  // A Ref reaches only the first of repeats that the catalogue does not know.
  return [value].flat().map((content, item) => ({
    slot,
    item,
    element,
    content,
    ...(isReached(part) &&
      (isIndexed || item === 0) && { path: isIndexed ? `${path}[${item + 1}]` : path }),
  }))
}

function listCut(cut: { path: string; slot: number; below: string }, parts: StoredParts) {
  const repeat = parts.repeats.find(({ path }) => path === cut.path)
  const isIndexed = REPEATABLE.has(plainPath(cut.path))
  return (repeat?.items ?? []).map((content, at): SlotItem => {
    const item = (repeat?.first ?? 0) + at
    return {
      slot: cut.slot,
      item,
      element: cut.below,
      content,
      ...((isIndexed || item === 0) && { path: itemPath(cut.path, item) }),
    }
  })
}

/** Returns an element without the repeat below it, where the store has an empty array. */
function without(value: BlockValue, [step = '', ...rest]: string[]): BlockValue {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const inner = value[step]
  const { [step]: _, ...others } = value
  return rest.length === 0 || inner === undefined
    ? others
    : { ...value, [step]: without(inner, rest) }
}
