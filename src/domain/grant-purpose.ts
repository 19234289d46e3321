import { withoutFunctionWords } from './function-words.ts'
import { tokenize } from './names.ts'

/** Words for money that is given. A search for "grants" means all of them. */
const GRANT_NOUNS = new Set(
  `award awards contribution contributions donation donations funding gift gifts grant grants
  grantmaking`.split(/\s+/),
)

// Words that fit any grant: "general operating support", "to further the exempt purpose of the
// recipient organization", "see attached statement", "N/A".
const EMPTY_WORDS = new Set(
  `501 501c3 activities activity allocation annual assist assistance attached c c3
  cash charitable charity contributed current described endeavors exempt expenses founded
  fund funded funds further furtherance general help its made mission missions n na needs non none
  nonprofit operating operation operational operations organization organizational organizations
  other overall payment profit program programs project projects provide providing public purpose
  purposes recipient recipients same schedule section see statement status support supporting
  supports tax unrestricted use used various work year`.split(/\s+/),
)

/**
 * Returns the words of a text that distinguish one purpose from another, in lower case: those of
 * "To support adult literacy programs" are "adult" and "literacy". Most rows say only "general
 * support" and have none.
 */
export const tellingWords = (text: string): string[] =>
  tokenize(withoutFunctionWords(text)).filter(
    (word) => !EMPTY_WORDS.has(word) && !GRANT_NOUNS.has(word) && /\p{L}/u.test(word),
  )

// The model reads about 1,100 characters, and the first sentence of a purpose says what it is.
const MOST_CHARACTERS = 300

/**
 * Returns the text whose vector represents a purpose or a query: its telling words, cut at 300
 * characters. Purposes with equal keys share a vector. Undefined for a text without telling words.
 * Without the other words, "literacy programs" is closer to "reading" than to "health programs".
 */
export const toPurposeKey = (text: string): string | undefined =>
  tellingWords(text).join(' ').slice(0, MOST_CHARACTERS).toWellFormed().trim() || undefined

/** Returns a text without the words for money that is given. */
export const withoutGrantNouns = (text: string): string =>
  text
    .replaceAll(/[\p{L}\p{N}]+/gu, (word) => (GRANT_NOUNS.has(word.toLowerCase()) ? '' : word))
    .replaceAll(/\s+/g, ' ')
    .trim()
