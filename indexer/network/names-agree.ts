import { COMMON_WORDS, spokenWords } from '#src/domain/common-words.ts'
import { acronymsOf, normalizeName } from '#src/domain/names.ts'

// Names of one organization share at least half the words of the shorter one.
const SHARE = 0.5
// "Americans" and "American", "Universities" and "University": endings change hands.
const STEM = 5

/** Stem of a word -> whether many organizations have the word, too. */
type Words = ReadonlyMap<string, boolean>

/**
 * Whether two names, as written, may well be of one organization: half the words of the shorter
 * are the other's, and one of these tells it from others or nothing that does is left over; all of
 * its words are; or a word of one is the other's initials. `city` is where the organization is;
 * its words say nothing, since many there have them.
 */
export function namesAgree(one: string, other: string, city = ''): boolean {
  const places = new Set(normalizeName(city).split(' '))
  const [shorter, longer] = inOrder(wordsOf(one, places), wordsOf(other, places))
  const shared = [...shorter].filter(([stem]) => longer.has(stem))
  const isWhole = shared.length === shorter.size && shared.length > 1
  const isMost = shared.length > 0 && shared.length >= shorter.size * SHARE
  if (isWhole || (isMost && tells(shared, shorter, longer))) return true
  return hasAcronym(one, other) || hasAcronym(other, one)
}

const wordsOf = (name: string, places: ReadonlySet<string>): Words =>
  new Map(
    spokenWords(normalizeName(name))
      .filter((word) => !places.has(word))
      .map((word) => [word.slice(0, STEM), COMMON_WORDS.has(word)]),
  )

const inOrder = (one: Words, other: Words): [Words, Words] =>
  one.size <= other.size ? [one, other] : [other, one]

const hasOwn = (words: readonly (readonly [string, boolean])[]): boolean =>
  words.some(([, isCommon]) => !isCommon)

/** Whether shared words say more than that both are of one kind and place. */
function tells(shared: [string, boolean][], one: Words, other: Words): boolean {
  if (hasOwn(shared)) return true
  const alone = [...one, ...other].filter(([stem]) => !(one.has(stem) && other.has(stem)))
  return shared.length > 1 && !hasOwn(alone)
}

/** Whether a word of a name is the initials of another name. */
function hasAcronym(name: string, other: string): boolean {
  const words = new Set(normalizeName(name).split(' '))
  return acronymsOf(other).some((acronym) => words.has(acronym))
}
