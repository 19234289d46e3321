import { normalizeName, tokenize } from './names.ts'
import { US_STATES } from './places.ts'
import { wordList } from './word-lists.ts'

/**
 * Normalized words that do not distinguish one organization from others: words in more than one of a
 * thousand names of the registry (a sample of 140,934 rows, 2026-04), similar words, and all states
 * in place of the sample's states and cities.
 */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  [...wordList('common'), ...Object.values(US_STATES).flatMap((state) => tokenize(state))].map(
    (word) => normalizeName(word),
  ),
)

const FUNCTION_WORDS = wordList('name-function')

/** Returns the words of a normalized name without "of", "and", and similar words. */
export const spokenWords = (name: string): string[] =>
  name.split(' ').filter((word) => !FUNCTION_WORDS.has(word))

// Three common words together make a distinct name ("Global Relief Foundation"); two do not.
const TELLING_WORDS = 3

/**
 * Returns whether a normalized name is too general to identify an organization: one word, or two
 * that occur in thousands of names ("Relief Fund").
 */
export function isGeneric(name: string): boolean {
  const words = spokenWords(name)
  if (words.length < 2) return true
  return words.length < TELLING_WORDS && words.every((word) => COMMON_WORDS.has(word))
}
