import type { Block, FilingBlocks } from './blocks.ts'
import type { PartId } from './filing-contents.ts'
import { FORM_BLOCK } from './form.ts'
import { hasDictionary, packJson, unpackJson } from './packed-json.ts'

/** A row of filing_block: a packed part of a return, or its small parts together. */
export type PartRow = PartId & { content: Buffer }

/**
 * The row that small parts of a return share, because a row takes 150 bytes besides its content. Its
 * text has a line for each part: block, ordinal, and JSON, which has no line breaks.
 */
export const SHARED: PartId = { block: '', ordinal: 0 }

// Whoever reads one part unpacks all of them.
const LARGEST = 16 << 10

/** A part as pieces of its JSON text. */
type Part = PartId & { pieces: readonly Buffer[] }

/** Returns the block and ordinal of the row in which a part is stored. */
export function rowOf({ block, ordinal, pieces }: Part): PartId {
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0)
  // A postcard has only one part.
  const isShared = bytes <= LARGEST && !hasDictionary(block) && block !== FORM_BLOCK['990N']
  return isShared ? SHARED : { block, ordinal }
}

/** Yields the rows of a return's parts. */
export function* toPartRows(parts: readonly Part[]): Generator<PartRow> {
  const lines: Buffer[] = []
  for (const part of parts) {
    const { block, ordinal, pieces } = part
    const row = rowOf(part)
    if (row === SHARED) lines.push(Buffer.from(`${block} ${ordinal} `), ...pieces, NEWLINE)
    else yield { ...row, content: packJson(block, Buffer.concat(pieces)) }
  }
  if (lines.length > 0) yield { ...SHARED, content: packJson(SHARED.block, Buffer.concat(lines)) }
}

const NEWLINE = Buffer.from('\n')

/** Returns the parts of rows as JSON texts of a `Block`. Throws an Error if a row is damaged. */
export const openPartRows = (rows: readonly PartRow[]): (PartId & { json: Buffer })[] =>
  rows.flatMap(({ block, ordinal, content }) => {
    const text = unpackJson(content)
    return block === SHARED.block ? splitLines(text) : [{ block, ordinal, json: text }]
  })

function splitLines(text: Buffer) {
  const parts: (PartId & { json: Buffer })[] = []
  for (let from = 0; from < text.length; ) {
    const at = text.indexOf('{', from)
    const end = text.indexOf(NEWLINE, at)
    const [block = '', ordinal] = text.toString('utf8', from, at).split(' ')
    parts.push({ block, ordinal: Number(ordinal), json: text.subarray(at, end) })
    from = end + 1
  }
  return parts
}

/**
 * Returns the wanted parts of rows, in their order; parts that no row has are left out. Throws an
 * Error if a row is damaged.
 */
export function readPartRows(rows: readonly PartRow[], wanted: readonly PartId[]): FilingBlocks {
  const parts = openPartRows(rows)
  return wanted.flatMap(({ block, ordinal }) => {
    const part = parts.find((one) => one.block === block && one.ordinal === ordinal)
    return part ? [{ block, ordinal, content: JSON.parse(part.json.toString()) as Block }] : []
  })
}
