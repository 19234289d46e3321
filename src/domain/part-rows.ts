import type { Block, FilingBlocks } from './blocks.ts'
import type { PartId } from './filing-contents.ts'
import { FORM_BLOCK } from './form.ts'
import { hasDictionary, packJson, unpackJson } from './packed-json.ts'

/** A row of filing_block: a packed part of a return, or its small parts together. */
export type PartRow = PartId & { content: Buffer }

/** A part as the JSON text of a `Block`. */
type PartText = PartId & { json: Buffer }

/**
 * The row that small parts of a return share, because a row takes 150 bytes besides its content. Its
 * text has a line for each part: block, ordinal, and JSON, which has no line breaks.
 */
export const SHARED: PartId = { block: '', ordinal: 0 }

// Reading one part unpacks all that share the row.
const LARGEST = 16 << 10
const LARGEST_ROW = 256 << 10

/** A part as pieces of its JSON text. */
type Part = PartId & { pieces: readonly Buffer[] }

/** Returns the block and ordinal of the row in which each part of a return is stored. */
export function rowsOf(parts: readonly Part[]): PartId[] {
  let shared = 0
  return parts.map(({ block, ordinal, pieces }) => {
    const bytes = pieces.reduce((sum, { length }) => sum + length, 0)
    // A postcard has only one part.
    const isAlone = bytes > LARGEST || hasDictionary(block) || block === FORM_BLOCK['990N']
    if (isAlone || shared + bytes > LARGEST_ROW) return { block, ordinal }
    shared += bytes
    return SHARED
  })
}

/** Yields the rows of a return's parts. */
export function* toPartRows(parts: readonly Part[]): Generator<PartRow> {
  const lines: Buffer[] = []
  const rows = rowsOf(parts)
  for (const [at, { block, ordinal, pieces }] of parts.entries()) {
    if (rows[at] === SHARED) lines.push(Buffer.from(`${block} ${ordinal} `), ...pieces, NEWLINE)
    else yield { block, ordinal, content: packJson(block, Buffer.concat(pieces)) }
  }
  if (lines.length > 0) yield { ...SHARED, content: packJson(SHARED.block, Buffer.concat(lines)) }
}

const NEWLINE = Buffer.from('\n')

/** Returns the parts of rows. Throws an Error if a row is damaged. */
export const openPartRows = (rows: readonly PartRow[]): PartText[] =>
  rows.flatMap(({ block, ordinal, content }) => {
    const text = unpackJson(content)
    return ordinal === SHARED.ordinal ? splitLines(text) : [{ block, ordinal, json: text }]
  })

function splitLines(text: Buffer): PartText[] {
  const parts: PartText[] = []
  for (let from = 0; from < text.length; ) {
    const at = text.indexOf('{', from)
    const end = text.indexOf(NEWLINE, at)
    if (at < 0 || end < 0) throw new Error('A row of small parts is damaged.')
    const [block = '', ordinal] = text.toString('utf8', from, at).split(' ')
    parts.push({ block, ordinal: Number(ordinal), json: text.subarray(at, end) })
    from = end + 1
  }
  return parts
}

/**
 * Returns the wanted parts of rows, in their order; skips parts that no row has. Throws an Error if a
 * row is damaged.
 */
export function readPartRows(rows: readonly PartRow[], wanted: readonly PartId[]): FilingBlocks {
  const parts = openPartRows(rows)
  return wanted.flatMap(({ block, ordinal }) => {
    const part = parts.find((one) => one.block === block && one.ordinal === ordinal)
    return part ? [{ block, ordinal, content: JSON.parse(part.json.toString()) as Block }] : []
  })
}
