import { readTsv } from './tsv.ts'

const LISTS = new Map(
  readTsv(new URL('./word-lists.tsv', import.meta.url)).map(([list, words = '']) => [
    list,
    new Set(words.split(' ')),
  ]),
)

/** Returns the words of a list of word-lists.tsv. Throws for an unknown one. */
export function wordList(list: string): ReadonlySet<string> {
  const words = LISTS.get(list)
  if (!words) throw new Error(`There is no list of words named ${list}.`)
  return words
}

// Words that join other words. Those that the index's analyzer drops (`_english_` of
// mappings/organizations) come first. Without the others, "after school" would find
// "after the flood".
const FUNCTION_WORDS = wordList('function')

/** Removes words that only join others; "after-school" becomes "-school". */
export const withoutFunctionWords = (text: string): string =>
  text
    .replaceAll(/[\p{L}\p{N}'’]+/gu, (word) => (FUNCTION_WORDS.has(word.toLowerCase()) ? '' : word))
    .replaceAll(/\s+/g, ' ')
    .trim()
