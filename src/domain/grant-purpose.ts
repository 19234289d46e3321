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

/** A band of the amount of one grant, in dollars: min <= amount < max. */
type AmountBand = { value: string; label: string; max?: number }

/** The amount bands, ascending. `None` means that no amount was filed. */
export const AMOUNT_BANDS = [
  { value: 'None', label: 'No amount filed' },
  // Schedule I lists only recipients of more than $5,000, so most of these are from foundations.
  { value: 'Under5K', label: 'Under $5,000', max: 5_000 },
  { value: '5KTo25K', label: '$5,000 to $25,000', max: 25_000 },
  { value: '25KTo100K', label: '$25,000 to $100,000', max: 100_000 },
  { value: '100KTo1M', label: '$100,000 to $1 million', max: 1_000_000 },
  { value: '1MTo10M', label: '$1 million to $10 million', max: 10_000_000 },
  { value: 'Over10M', label: '$10 million and over', max: Infinity },
] as const satisfies readonly AmountBand[]

/** Returns the band of a filed amount in dollars; `None` if none was filed. */
export function toAmountBand(amount: number | undefined): string {
  if (amount === undefined) return 'None'
  const band = AMOUNT_BANDS.find((one) => 'max' in one && amount < one.max)
  return band?.value ?? 'Over10M'
}
