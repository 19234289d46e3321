import { COMMON_WORDS, spokenWords } from '#src/domain/common-words.ts'
import { groupBy } from '#src/domain/es2024.ts'
import { acronymsOf, normalizeName } from '#src/domain/names.ts'

// Names of one organization share at least half the words of the shorter one.
const SHARE = 0.5
// Endings vary: "Americans" and "American", "Immigrant" and "Immigration". "Interfaith" and
// "International" differ in more than an ending.
const STEM = 5
const ENDING = 3
// Three initials are often a chapter's state or "USA", so they need further evidence.
const TELLING_INITIALS = 4

/**
 * Returns whether two names, as written, may belong to one organization. They may if they share
 * half the words of the shorter name, and either a shared word is distinctive or no distinctive
 * word is left over; or if they share all their words; or if a word of one is the initials of the
 * other, and with three initials its further words are shared, too. Words of `city`, where the
 * organization is, do not count, because many names there contain them.
 */
export function namesAgree(one: string, other: string, city = ''): boolean {
  const places = new Set(normalizeName(city).split(' '))
  const [shorter, longer] = inOrder(wordsOf(one, places), wordsOf(other, places))
  const shared = sharedWith(longer, shorter)
  const isWhole = shared.length === shorter.length && shared.length > 1
  const isMost = shared.length > 0 && shared.length >= shorter.length * SHARE
  if (isWhole || (isMost && tells(shared, shorter, longer))) return true
  return hasAcronym(one, other) || hasAcronym(other, one)
}

const wordsOf = (name: string, places: ReadonlySet<string>): string[] => {
  const words = spokenWords(normalizeName(name)).filter((word) => !places.has(word))
  return words.filter((word, at) => word !== '' && words.findIndex(isLike(word)) === at)
}

const inOrder = (one: string[], other: string[]): [string[], string[]] =>
  one.length <= other.length ? [one, other] : [other, one]

const sharedWith = (others: readonly string[], words: readonly string[]): string[] =>
  words.filter((word) => others.some(isLike(word)))

/** Returns a test whether two words differ at most in their endings. */
const isLike = (word: string) => (other: string) => {
  if (word === other) return true
  const stem = Math.max(STEM, word.length - ENDING, other.length - ENDING)
  return word.length >= stem && word.slice(0, stem) === other.slice(0, stem)
}

const isOwn = (word: string): boolean => !COMMON_WORDS.has(word)

const COMMON_STEMS = groupBy(COMMON_WORDS, (word) => word.slice(0, STEM))

/** Returns whether no common word has the same stem: "Hospice" is common because "Hospital" is. */
const isOwnStem = (word: string): boolean =>
  !COMMON_STEMS.get(word.slice(0, STEM))?.some(isLike(word))

/** Returns whether the shared words show more than that both are of one kind and place. */
function tells(shared: string[], shorter: string[], longer: string[]): boolean {
  if (shared.some((word) => (longer.includes(word) ? isOwn(word) : isOwnStem(word)))) return true
  const alone = [...without(shorter, longer), ...without(longer, shorter)]
  return shared.length > 1 && !alone.some(isOwn)
}

const without = (words: readonly string[], others: readonly string[]): string[] =>
  words.filter((word) => !others.some(isLike(word)))

/** Returns whether a word of a name is the initials of another name and no further word contradicts. */
function hasAcronym(name: string, other: string): boolean {
  const words = normalizeName(name).split(' ')
  const acronym = acronymsOf(other).find((initials) => words.includes(initials))
  if (acronym === undefined) return false
  if (acronym.length >= TELLING_INITIALS) return true
  const further = spokenWords(words.join(' ')).filter((word) => word !== acronym)
  return sharedWith(wordsOf(other, new Set()), further).length === further.length
}
