import type { Block, BlockValue } from '#src/domain/blocks.ts'
import type { StoredParts } from '#src/domain/filing-contents.ts'

/** A part with the items that were read of its repeats; no repeat lies below another here. */
export function fillRepeats(content: Block, path: string, repeats: StoredParts['repeats']): Block {
  return repeats.reduce((filled, repeat) => {
    const steps = repeat.path.slice(path.length + 1).split('/')
    return replaceAt(filled, steps, repeat.items)
  }, content)
}

function replaceAt(block: Block, [step = '', ...rest]: string[], items: BlockValue): Block {
  if (rest.length === 0) return { ...block, [step]: items }
  const below = block[step]
  if (below === undefined || typeof below === 'string' || Array.isArray(below)) return block
  return { ...block, [step]: replaceAt(below, rest, items) }
}
