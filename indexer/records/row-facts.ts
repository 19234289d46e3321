import type { Block } from '#src/domain/blocks.ts'
import { addPart, addRepeat, isRead, type RowsRead } from '#src/domain/facts/row-facts-read.ts'
import { CHUNK, plainPath } from '#src/domain/filing-contents.ts'
import { type CutPart, type CutRepeat, toItems } from './cut-part.ts'

/** Adds the rows of a part with its content, and those of its long repeats a chunk at a time. */
export function readRowFacts(read: RowsRead, part: CutPart, content: Block): void {
  // Some stand in the content, too: those the narrative is read from.
  const apart = part.repeats.map(({ path }) => plainPath(path))
  addPart(read, part, content, apart)
  for (const repeat of part.repeats) addChunks(read, part, repeat)
}

function addChunks(read: RowsRead, part: CutPart, repeat: CutRepeat): void {
  const path = plainPath(repeat.path)
  if (!isRead(read.form, path)) return
  for (const [at, chunk] of repeat.chunks.entries()) {
    const items = JSON.parse(Buffer.concat(toItems(chunk)).toString())
    addRepeat(read, part, { path, first: at * CHUNK, items })
  }
}
