import type { Block, Leaf } from '#src/domain/blocks.ts'
import { REPEATABLE } from '#src/domain/facts/repeatable.ts'
import { CHUNK, partPath } from '#src/domain/filing-contents.ts'
import { findCutTexts, findRepeats, type Repeat } from '../sources/stored-json.ts'
import type { BlockText } from '../sources/strict-return.ts'

/** A repeat that is stored separately from its part. */
export type CutRepeat = {
  /** As in `FilingContents.cut`: /IRS990ScheduleI/RecipientTable, /IRS990ScheduleK[1]/Detail. */
  path: string
  count: number
  /** JSON of CHUNK elements each, separated by commas, without brackets. */
  chunks: readonly Buffer[]
}

/** A part of a return as it is stored. */
export type CutPart = {
  block: string
  ordinal: number
  /** Size as JSON, with cut repeats. */
  bytes: number
  /** Its JSON text. Between two pieces is a cut repeat, whose empty brackets they contain. */
  pieces: readonly Buffer[]
  repeats: readonly CutRepeat[]
  /** XPaths of its texts that were cut (src/domain/long-text.ts). */
  cutTexts: readonly string[]
}

// A smaller part is read in full as fast as a portion of it.
const LARGE = 64 << 10

/** Separates the long repeats of a return's parts. */
export function cutParts(parts: readonly BlockText[]): CutPart[] {
  const repeated = new Set(parts.flatMap(({ block, ordinal }) => (ordinal > 1 ? [block] : [])))
  return parts.map((part) => cutPart(part, !repeated.has(part.block)))
}

/**
 * Separates a part's long repeats, whether or not they are in the catalogue; the bytes are shared,
 * not copied. `isOnly`: the return has no other part with this name.
 */
export function cutPart(part: BlockText, isOnly = true): CutPart {
  const { block, ordinal, json } = part
  const cut = mayHaveLong(part, isOnly)
    ? findRepeats(json, CHUNK).filter((repeat) => isCut(block, repeat))
    : []
  const ends = [...cut.map(({ open }) => open + 1), json.length]
  const starts = [0, ...cut.map(({ close }) => close)]
  return {
    block,
    ordinal,
    bytes: json.length,
    pieces: ends.map((end, at) => json.subarray(starts[at], end)),
    repeats: cut.map((repeat) => toCutRepeat(block, json, repeat)),
    cutTexts: findCutTexts(json).map((path) => partPath(part) + path),
  }
}

// Nothing is cut from parts that may repeat (Schedule K), because a table's rows come from all of
// them. If another name occurs twice, only the first part has its own paths.
const mayHaveLong = ({ block, ordinal, json, mostRepeats }: BlockText, isOnly: boolean): boolean =>
  json.length > LARGE &&
  ordinal === 1 &&
  (isOnly || !REPEATABLE.has(`/${block}`)) &&
  (mostRepeats === undefined || mostRepeats > CHUNK)

function isCut(block: string, { path, count }: Repeat): boolean {
  if (count <= CHUNK) return false
  // Below a repeated element, a path without an index would match several repeats.
  const steps = path.split('/')
  return steps.every(
    (_, at) => at === 0 || !REPEATABLE.has(`/${block}/${steps.slice(0, at).join('/')}`),
  )
}

const toCutRepeat = (block: string, json: Buffer, repeat: Repeat): CutRepeat => ({
  path: `${partPath({ block, ordinal: 1 })}/${repeat.path}`,
  count: repeat.count,
  chunks: repeat.starts.map((start, at) => {
    const next = repeat.starts[at + 1]
    return json.subarray(start, next === undefined ? repeat.close : next - 1)
  }),
})

const COMMA = Buffer.from(',')
const [OPEN, CLOSE] = [Buffer.from('['), Buffer.from(']')]

/** Returns the JSON of a chunk as it is stored, in pieces. */
export const toItems = (chunk: Buffer): Buffer[] => [OPEN, chunk, CLOSE]

/** Returns the elements of a chunk. */
export const parseChunk = (chunk: Buffer): (Leaf | Block)[] =>
  JSON.parse(Buffer.concat(toItems(chunk)).toString())

/** Returns a part's JSON text with the cut repeats that `isWanted`; the others are empty arrays. */
export function toText(part: CutPart, isWanted: (path: string) => boolean): Buffer {
  const [first] = part.pieces
  if (part.repeats.length === 0 && first) return first
  return Buffer.concat(
    part.pieces.flatMap((piece, at) => {
      const repeat = part.repeats[at]
      return repeat && isWanted(repeat.path) ? [piece, ...joined(repeat.chunks)] : [piece]
    }),
  )
}

/** Joins JSON texts by commas. */
export const joined = (texts: readonly Buffer[]): Buffer[] =>
  texts.flatMap((text, at) => (at === 0 ? [text] : [COMMA, text]))
