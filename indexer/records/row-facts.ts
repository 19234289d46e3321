import { addPart, addRepeat, isRead, type RowsRead } from '#src/domain/facts/row-facts-read.ts'
import { CHUNK, plainPath, type StoredParts } from '#src/domain/filing-contents.ts'
import { type CutPart, type CutRepeat, toItems } from './cut-part.ts'

/** Adds the rows of a part that is open, and those of its long repeats a chunk at a time. */
export function readRowFacts(read: RowsRead, part: CutPart, opened: StoredParts): void {
  // Some stand in what is open, too: those the narrative is read from.
  addPart(read, part, opened, new Set(part.repeats.map(({ path }) => plainPath(path))))
  for (const repeat of part.repeats) addChunks(read, part, repeat)
}

function addChunks(read: RowsRead, part: CutPart, { path, chunks }: CutRepeat): void {
  const plain = plainPath(path)
  if (!isRead(read.form, plain)) return
  for (const [at, chunk] of chunks.entries()) {
    const items = JSON.parse(Buffer.concat(toItems(chunk)).toString())
    addRepeat(read, part, plain, { blocks: [], repeats: [{ path, first: at * CHUNK, items }] })
  }
}
