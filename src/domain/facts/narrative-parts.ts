import type { Block, FilingBlocks } from '../blocks.ts'
import { NARRATIVE_BLOCKS, NARRATIVE_ELEMENTS } from './narrative-paths.ts'

const BLOCKS = new Set<string>(NARRATIVE_BLOCKS)
const ELEMENTS = new Set(NARRATIVE_ELEMENTS)

/**
 * Returns whether the narrative is read from the elements at this path, or from elements above it.
 */
export function isNarrative(path: string): boolean {
  const [, block = '', element = ''] = path.split('/')
  return BLOCKS.has(block) && ELEMENTS.has(element)
}

/**
 * Returns the parts of a return with only the elements that `readNarrative` reads, each in its
 * place. A load keeps them to build documents later. Undefined if the return has none.
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
