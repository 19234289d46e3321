import type { Block, BlockValue, Leaf } from '#src/domain/blocks.ts'
import { partName } from '#src/domain/facts/citation.ts'
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
import { knownFields } from '#src/domain/known-fields.ts'
import { ApiError } from '#src/platform/errors.ts'
import { refOf } from '../../domain/evidence.ts'
import type { ProfileDeps } from '../deps.ts'
import { toEvidenceRef } from '../evidence/evidence-ref.ts'
import type { Filing } from '../organization.ts'
import { replaced } from '../store/read-organization.ts'
import { type Portion, readFirstElements, readParts } from '../store/read-parts.ts'
import { schedulesOf } from './definitions.ts'
import type { Reader, ScheduleElement, SectionPage } from './section-data.ts'

type Part = Filing['contents']['blocks'][number]
type Found = { part: number } & SlotItem

/** A part has about ten elements, so this estimate usually fills a page in one read. */
const ELEMENTS_A_PART = 4
/** Parts are read together up to this size; a longer one is read alone. */
const MAX_BYTES = 1024 * 1024
/** A part whose long repeats are stored separately is short. */
const CUT_PART_BYTES = 64 * 1024

/**
 * Reads a page of all elements of schedules and attachments, in filed order, long repeats in
 * portions. The first page has the index of schedules.
 */
export const readSchedules: Reader = async (deps, { filing, place, limit }) => {
  const start = place === undefined ? { part: 0, slot: 0, item: 0 } : unpackPlace(place)
  const parts = schedulesOf(filing)
  if (start.part >= parts.length) throw new ApiError('InvalidCursor')
  const [found, index] = await Promise.all([
    // One more than requested, because the next page begins there.
    collect(deps, filing, start, limit + 1),
    place === undefined ? readIndex(deps, filing, parts) : undefined,
  ])
  const shown = found.slice(0, limit)
  const [next] = found.slice(limit)
  const elements = shown.map((one) => toElement(parts, one))
  return {
    data: { kind: 'schedules', filing, elements },
    evidence: elements.flatMap(({ path }) => (path ? [toEvidenceRef(filing, path)] : [])),
    ...(index && { index }),
    ...(next && { next: packPlace(next) }),
  }
}

async function collect(
  deps: ProfileDeps,
  filing: Filing,
  start: SchedulePlace,
  wanted: number,
): Promise<Found[]> {
  const all = schedulesOf(filing)
  const found: Found[] = []
  for (let part = start.part; part < all.length && found.length < wanted; ) {
    const missing = wanted - found.length
    const batch = takeParts(filing, all.slice(part), missing)
    const begin = part === start.part ? start : undefined
    // Pushed one by one, because a call cannot take as many arguments as a part may have elements.
    for (const one of await readBatch(deps, filing, { batch, part, begin, missing }))
      found.push(one)
    part += batch.length
  }
  return found.slice(0, wanted)
}

/** Returns the parts to read at once. */
function takeParts({ contents }: Filing, parts: readonly Part[], missing: number): Part[] {
  const sizes = parts.map((part) =>
    cutsOf(contents, part).length > 0 ? Math.min(part.bytes, CUT_PART_BYTES) : part.bytes,
  )
  let bytes = 0
  const fitting = parts.filter((_, at) => {
    bytes += sizes[at] ?? 0
    return bytes <= MAX_BYTES
  })
  const most = Math.ceil(missing / ELEMENTS_A_PART)
  return parts.slice(0, Math.max(1, Math.min(most, fitting.length)))
}

type Batch = { batch: Part[]; part: number; begin: SchedulePlace | undefined; missing: number }

async function readBatch(
  { postgres }: ProfileDeps,
  filing: Filing,
  { batch, part, begin, missing }: Batch,
): Promise<Found[]> {
  const { contents } = filing
  const portions = batch.flatMap((one, at): Portion[] =>
    cutsOf(contents, one).map(({ path, slot }) => {
      const from = at === 0 && begin?.slot === slot ? begin.item : 0
      return { path, from, to: from + missing }
    }),
  )
  const parts = await readParts(postgres, filing, { blocks: batch, portions })
  const found = batch.flatMap((one, at) => {
    const own = parts.blocks.find(
      ({ block, ordinal }) => block === one.block && ordinal === one.ordinal,
    )
    const elements = own ? listElements(own, parts, contents) : []
    return elements.map((element) => ({ part: part + at, ...element }))
  })
  return begin ? found.slice(placeIn(found, begin)) : found
}

/** Returns the number of elements before a place. A chunk has more than requested. */
function placeIn(found: readonly Found[], { part, slot, item }: SchedulePlace): number {
  if (slot === 0 && item === 0) return 0
  const at = found.findIndex((one) => one.part === part && one.slot === slot && one.item === item)
  if (at === -1) throw new ApiError('InvalidCursor')
  return at
}

function toElement(
  parts: readonly Part[],
  { part, element, path, content }: Found,
): ScheduleElement {
  const schedule = parts[part]?.block ?? ''
  return knownFields({ schedule, label: partName(schedule), element, content, path })
}

/** Returns each schedule with the Ref of its first element, if a Ref reaches it. */
async function readIndex(
  { postgres }: ProfileDeps,
  filing: Filing,
  parts: readonly Part[],
): Promise<SectionPage['index']> {
  const firsts = await readFirstElements(
    postgres,
    filing,
    parts.map(({ block }) => block),
  )
  return parts.flatMap((part) => {
    const { block, ordinal } = part
    const first = firsts.find((one) => one.block === block && one.ordinal === ordinal)
    if (!first) throw replaced()
    const { element } = first
    const index = REPEATABLE.has(`/${block}/${element}`) ? '[1]' : ''
    const path = element === null ? partPath(part) : `${partPath(part)}/${element}${index}`
    const number = ordinal > 1 ? ` (${ordinal})` : ''
    const name = `${partName(block)}${number}`
    return [isReached(part) ? { name, ref: refOf(filing, path) } : { name }]
  })
}

/** The position of an element: its part, its name in the part, and its number there; from 0. */
type SchedulePlace = { part: number; slot: number; item: number }

/** An element in its order; `path` is absent if no Ref reaches it. */
type SlotItem = { slot: number; item: number; element: string; content: Leaf | Block } & {
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
function cutsOf({ cut }: Pick<FilingContents, 'cut'>, part: PartId) {
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
