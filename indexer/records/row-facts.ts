import type { Block, Leaf } from '#src/domain/blocks.ts'
import { addPart, addRepeat, isRead, type RowsRead } from '#src/domain/facts/row-facts-read.ts'
import { CHUNK, plainPath } from '#src/domain/filing-contents.ts'
import { type CutPart, type CutRepeat, parseChunk } from './cut-part.ts'

/** Rows of a repeat that is stored apart; `first` is the index of the first one, from 0. */
export type ChunkRows = { path: string; first: number; items: readonly (Leaf | Block)[] }

/**
 * Adds the rows of a part, and those of its long repeats a chunk at a time; each chunk is also passed
 * to `also`.
 */
export function readRowFacts(
  read: RowsRead,
  part: CutPart,
  content: Block,
  also?: (repeat: CutRepeat, rows: ChunkRows) => void,
): void {
  // The content contains some of these, too: those from which the narrative is read.
  const apart = part.repeats.map(({ path }) => plainPath(path))
  addPart(read, part, content, apart)
  for (const repeat of part.repeats) {
    for (const rows of chunksOf(read, repeat)) {
      addRepeat(read, part, rows)
      also?.(repeat, rows)
    }
  }
}

function* chunksOf(read: RowsRead, repeat: CutRepeat): Iterable<ChunkRows> {
  const path = plainPath(repeat.path)
  if (!isRead(read.form, path)) return
  for (const [at, chunk] of repeat.chunks.entries()) {
    const items = parseChunk(chunk)
    yield { path, first: at * CHUNK, items }
  }
}
