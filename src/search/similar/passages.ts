import type { Passage } from '#mappings/organization-document.ts'
import { describeText } from '../../domain/description.ts'
import { withoutFunctionWords } from '../../domain/function-words.ts'
import { toComparable } from '../../domain/similarity.ts'
import type { MatchReason } from '../params.ts'

export type PassageReason = Extract<MatchReason, { kind: 'Passage' }>

const wordsOf = (text: string): Set<string> =>
  new Set(toComparable(withoutFunctionWords(text)).split(' '))

/**
 * The passage that has most words in common with a text, its first sentences; the first passage
 * where none has any. A vector stands for all passages at once and does not say which is near.
 */
export function nearestPassage(passages: Passage[], text: string): PassageReason | undefined {
  const wanted = wordsOf(text)
  const [best] = passages
    .map((passage) => ({ passage, closeness: closenessOf(wordsOf(passage.text), wanted) }))
    .toSorted((a, b) => b.closeness - a.closeness)
  if (!best) return undefined
  const { kind, text: filed, ref } = best.passage
  const shown = describeText(filed) ?? filed
  return { kind: 'Passage', passage: kind, text: shown, isHighlighted: false, ref }
}

// By the root of its length, so that the longest passage is not always the nearest.
const closenessOf = (words: Set<string>, wanted: Set<string>): number =>
  words.intersection(wanted).size / Math.sqrt(words.size)
