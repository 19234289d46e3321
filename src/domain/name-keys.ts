import { LRUCache } from 'lru-cache'
import { acronymsOf, COMMON_WORDS, joinInitials, normalizeName, UNSPOKEN } from './names.ts'

/** Raised if one of these keys (or normalizeName) changes for any name. */
export const NAME_KEY_VERSION = 1

// A B-tree key has at most 2,700 bytes, and no two organizations share a name this long by chance.
const MAX_CHARACTERS = 200
// The longest town names have about sixty characters.
const MAX_OF_CITY = 80

// The words after it are another name of the recipient, the holder of its money, or the law it was
// incorporated under ("a Nevada nonprofit corporation").
const NO_PART =
  /[\s,;(](?:d\/?b\/?a|d\.b\.a\.|c\/o|an? (?:[a-z]+ ){0,3}non-?\s?profit corp(?:oration)?)(?![\p{L}\p{N}])/iu

// A university is known by its own name or by that of its governing body, which is the corporation:
// in normalized words, "trustee of university of …", "board of regents of the university of …". The
// trustees of a convent or a library hold its fund and are another organization.
const GOVERNING_BODY =
  /^(?:board of )?(?:president (?:and )?)?(?:trustee|regents|governors|overseers|fellows|administrators|directors)(?: of(?: the)? | (?=university))(?=.*\b(?:university|college|institute)\b)/

/** Keeps the latest `max` results of `compute`, but none for long texts, to limit memory. */
function remember<Result extends object | string>(max: number, compute: (text: string) => Result) {
  const known = new LRUCache<string, Result>({ max, memoMethod: compute })
  return (text: string): Result => (text.length > MAX_CHARACTERS ? compute(text) : known.memo(text))
}

/**
 * Returns the normalized words of a name; "" for one without letters or digits. Both keys of a name
 * need them, and many filers name the same recipients.
 */
const ownName = remember(1_024, (written) => {
  const name = joinInitials(written)
  const end = name.search(NO_PART)
  const own = end > 0 ? normalizeName(name.slice(0, end)) : ''
  return (own || normalizeName(name)).replace(GOVERNING_BODY, '')
})

/**
 * Returns the key for comparing names of recipients, without spaces: the words of normalizeName
 * without "of", "and", and similar words, initials joined, without the part after "DBA" or "c/o",
 * and without the governing body of a university ("Trustees of …"). "" for a name without letters
 * or digits.
 */
export const toNameKey = (name: string): string =>
  compact(ownName(name).split(' ')).slice(0, MAX_CHARACTERS)

// Spellings that recipients and the registry mix; normalizeName works word by word.
const SPELT_OUT = new Map([
  ['cdc', 'community development'],
  ['ymca', 'young men christian association'],
  ['ywca', 'young women christian association'],
])

/**
 * Returns the key for comparing names within a city: the words of toNameKey, each once, in
 * alphabetical order, separated by spaces, without those of the city ("Brown University of
 * Providence", in Providence) and without the name's own initials at the end. "" if the rest does
 * not distinguish an organization: a single word, or only common words (COMMON_WORDS).
 */
export function toWordsKey(name: string, city: string): string {
  const written = ownName(name).split(' ')
  const all = distinct(withoutInitials(written).flatMap((word) => speltOut(word)))
  const places = new Set(cityWords(city))
  const beside = all.filter((word) => !places.has(word))
  const telling = [beside, all].find(tells) ?? []
  return telling.join(' ').slice(0, MAX_CHARACTERS)
}

const distinct = (words: readonly string[]): string[] =>
  [...new Set(words)].filter((word) => !UNSPOKEN.has(word)).toSorted()

const speltOut = (word: string): string[] => SPELT_OUT.get(word)?.split(' ') ?? [word]

function withoutInitials(words: string[]): string[] {
  const before = words.slice(0, -1)
  const last = words.at(-1) ?? ''
  // Skips initials longer than the name, which would cost time in every row.
  return last.length <= before.length && acronymsOf(before.join(' ')).includes(last)
    ? before
    : words
}

const tells = (words: readonly string[]): boolean =>
  words.length > 1 && words.some((word) => !COMMON_WORDS.has(word))

// The registry has thirteen characters for a city and abbreviates these words.
const CITY_WORDS = new Map([
  ['bch', 'beach'],
  ['cty', 'city'],
  ['fls', 'falls'],
  ['grv', 'grove'],
  ['hbr', 'harbor'],
  ['hls', 'hills'],
  ['is', 'island'],
  ['jct', 'junction'],
  ['lk', 'lake'],
  ['pk', 'park'],
  ['riv', 'river'],
  ['spg', 'springs'],
  ['spgs', 'springs'],
  ['vly', 'valley'],
])

// Most recipients are in a few cities.
const cityWords = remember(4_096, (city): readonly string[] =>
  normalizeName(city)
    .split(' ')
    .map((word) => CITY_WORDS.get(word) ?? word),
)

/**
 * Returns the key for comparing cities, without spaces ("St. Louis" is "Saint Louis"); "" if there
 * is none.
 */
export const toCityKey = (city: string): string => compact(cityWords(city)).slice(0, MAX_OF_CITY)

/** Returns the key of a city (`toCityKey`) in a state, by which the index finds it. */
export const cityInState = (city: string, state: string): string => `${city} ${state}`

/** Joins words, because "Cool Kids" is "Coolkids"; function words stay only if they stand alone. */
const compact = (words: readonly string[]): string =>
  words.filter((word) => !UNSPOKEN.has(word)).join('') || words.join('')
