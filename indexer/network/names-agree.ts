import { COMMON_WORDS, spokenWords } from '#src/domain/common-words.ts'
import { acronymsOf, normalizeName } from '#src/domain/names.ts'

// Names of one organization share at least half the words of the shorter one.
const SHARE = 0.5
// "Americans" and "American", "Immigrant" and "Immigration": endings change hands; "Interfaith" and
// "International" have more than an ending of their own.
const STEM = 5
const ENDING = 3
// Initials of three letters are a chapter's state or "USA" too often to say anything alone.
const TELLING_INITIALS = 4

/**
 * Whether two names, as written, may well be of one organization: half the words of the shorter
 * are the other's, and one of these tells it from others or nothing that does is left over; all of
 * its words are; or a word of one is the other's initials, and where these are three letters, its
 * further words are the other's. `city` is where the organization is; its words say nothing, since
 * many there have them.
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

/** Whether words are one but for their endings. */
const isLike = (word: string) => (other: string) => {
  if (word === other) return true
  const stem = Math.max(STEM, word.length - ENDING, other.length - ENDING)
  return word.length >= stem && word.slice(0, stem) === other.slice(0, stem)
}

const isOwn = (word: string): boolean => !COMMON_WORDS.has(word)

const COMMON_STEMS = Map.groupBy(COMMON_WORDS, (word) => word.slice(0, STEM))

/** Of a word that others have with another ending: "Hospice" is common where "Hospital" is. */
const isOwnStem = (word: string): boolean =>
  !COMMON_STEMS.get(word.slice(0, STEM))?.some(isLike(word))

/** Whether shared words say more than that both are of one kind and place. */
function tells(shared: string[], shorter: string[], longer: string[]): boolean {
  if (shared.some((word) => (longer.includes(word) ? isOwn(word) : isOwnStem(word)))) return true
  const alone = [...without(shorter, longer), ...without(longer, shorter)]
  return shared.length > 1 && !alone.some(isOwn)
}

const without = (words: readonly string[], others: readonly string[]): string[] =>
  words.filter((word) => !others.some(isLike(word)))

/** Whether a word of a name is the initials of another name, and no further word speaks against it. */
function hasAcronym(name: string, other: string): boolean {
  const words = normalizeName(name).split(' ')
  const acronym = acronymsOf(other).find((initials) => words.includes(initials))
  if (acronym === undefined) return false
  if (acronym.length >= TELLING_INITIALS) return true
  const further = spokenWords(words.join(' ')).filter((word) => word !== acronym)
  return sharedWith(wordsOf(other, new Set()), further).length === further.length
}
