import type { Block, FilingBlocks } from '../blocks.ts'
import { NARRATIVE_BLOCKS, NARRATIVE_ELEMENTS } from './narrative-paths.ts'

const BLOCKS = new Set<string>(NARRATIVE_BLOCKS)
const ELEMENTS = new Set(NARRATIVE_ELEMENTS)

/** Whether the narrative is read from the elements at this path, or from elements above it. */
export function isNarrative(path: string): boolean {
  const [, block = '', element = ''] = path.split('/')
  return BLOCKS.has(block) && ELEMENTS.has(element)
}

/**
 * The parts of a return cut down to the elements that `readNarrative` reads, each where it was:
 * what a load keeps for documents to be built from. Undefined when the return has none.
 */
export function cutNarrative(blocks: FilingBlocks): FilingBlocks | undefined {
  const parts = blocks
    .filter(({ block, ordinal }) => ordinal === 1 && BLOCKS.has(block))
    .map((part) => ({ ...part, content: cutElements(part.content) }))
    .filter(({ content }) => Object.keys(content).length > 0)
  return parts.length > 0 ? parts : undefined
}

function cutElements(content: Block): Block {
  const kept: Block = {}
  for (const name of NARRATIVE_ELEMENTS) {
    const value = content[name]
    if (value !== undefined) kept[name] = value
  }
  return kept
}
