import type { Block, Leaf } from '#src/domain/blocks.ts'
import { addPart, addRepeat, isRead, type RowsRead } from '#src/domain/facts/row-facts-read.ts'
import { CHUNK, plainPath } from '#src/domain/filing-contents.ts'
import { type CutPart, type CutRepeat, toItems } from './cut-part.ts'

/** Rows of a repeat that is stored apart, `first` being the place of the first of them, from 0. */
export type ChunkRows = { path: string; first: number; items: readonly (Leaf | Block)[] }

/**
 * Adds the rows of a part with its content, and those of its long repeats a chunk at a time, each
 * of which is given to `also`.
 */
export function readRowFacts(
  read: RowsRead,
  part: CutPart,
  content: Block,
  also?: (repeat: CutRepeat, rows: ChunkRows) => void,
): void {
  // Some stand in the content, too: those the narrative is read from.
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
    const items = JSON.parse(Buffer.concat(toItems(chunk)).toString())
    yield { path, first: at * CHUNK, items }
  }
}
