import { tokenize } from './names.ts'
import { withoutFunctionWords, wordList } from './word-lists.ts'

/** Words for money that is given. A search for "grants" means all of them. */
const GRANT_NOUNS = wordList('grant-nouns')

// Words that fit any grant: "general operating support", "to further the exempt purpose of the
// recipient organization", "see attached statement", "N/A".
const EMPTY_WORDS = wordList('empty-purposes')

/**
 * Returns the words of a text that distinguish one purpose from another, in lower case: those of
 * "To support adult literacy programs" are "adult" and "literacy". Most rows say only "general
 * support" and have none.
 */
export const purposeWords = (text: string): string[] =>
  tokenize(withoutFunctionWords(text)).filter(
    (word) => !EMPTY_WORDS.has(word) && !GRANT_NOUNS.has(word) && /\p{L}/u.test(word),
  )

// The model reads about 1,100 characters, and the first sentence of a purpose says what it is.
const MAX_CHARACTERS = 300

/**
 * Returns the text whose vector represents a purpose or a query: its telling words, cut at 300
 * characters. Purposes with equal keys share a vector. Undefined for a text without telling words.
 * Without the other words, "literacy programs" is closer to "reading" than to "health programs".
 */
export const toPurposeKey = (text: string): string | undefined =>
  purposeWords(text).join(' ').slice(0, MAX_CHARACTERS).toWellFormed().trim() || undefined

/** Returns a text without the words for money that is given. */
export const withoutGrantNouns = (text: string): string =>
  text
    .replaceAll(/[\p{L}\p{N}]+/gu, (word) => (GRANT_NOUNS.has(word.toLowerCase()) ? '' : word))
    .replaceAll(/\s+/g, ' ')
    .trim()
