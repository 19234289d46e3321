import { COMMON_WORDS } from './common-words.ts'
import { acronymsOf, normalizeName, UNSPOKEN } from './names.ts'

/** Raised when one of these keys (or normalizeName) is another text for a name. */
export const NAME_KEY_VERSION = 1

// A B-tree bears 2,700 bytes; no two organizations share a name as long as this by chance.
const MOST_CHARACTERS = 200
// The longest town names have some sixty.
const MOST_OF_CITY = 80

// What stands behind tells another name of the same recipient, who holds the money for it, or by
// which law it was incorporated ("a Nevada nonprofit corporation").
const NO_PART =
  /[\s,;(](?:d\/?b\/?a|d\.b\.a\.|c\/o|an? (?:[a-z]+ ){0,3}non-?\s?profit corp(?:oration)?)(?![\p{L}\p{N}])/iu

// A university is named by itself or by the body that governs it, which is the corporation: in
// normalized words, "trustee of university of …", "board of regents of the university of …". The
// trustees of a convent or a library hold its fund, and are another than it.
const GOVERNING_BODY =
  /^(?:board of )?(?:president (?:and )?)?(?:trustee|regents|governors|overseers|fellows|administrators|directors)(?: of(?: the)? | (?=university))(?=.*\b(?:university|college|institute)\b)/

// "U S A" and "W. K."; not the end of "Women's", nor letters that "&" parts.
const INITIALS = /(?<![\p{L}\p{N}'’‘`´])\p{L}(?:[.\s]+\p{L})+(?![\p{L}\p{N}'’‘`´])/gu
const POINT_OF_COMPASS = /^[ns][ew]$/

/**
 * A name with its initials together, since "W K Kellogg" is "W.K. Kellogg" and no West. Two that
 * would read as another word stay apart: "C H" is no church, "P C" no legal form, "A T" no "at".
 * More letters that make a word ("H O P E", "L L C") mean it.
 */
const joinInitials = (name: string): string =>
  name.replace(INITIALS, (apart) => {
    const together = apart.replace(/[.\s]+/g, '').toLowerCase()
    return POINT_OF_COMPASS.test(together) || isNoWord(together) ? together : apart
  })

// Not the first word, since a legal form is kept there.
const isNoWord = (letters: string): boolean =>
  !UNSPOKEN.has(letters) && (letters.length > 2 || normalizeName(`x ${letters}`) === `x ${letters}`)

/** Normalized words of a name itself; "" for one without letters or digits. */
function ownName(written: string): string {
  const name = joinInitials(written)
  const end = name.search(NO_PART)
  const own = end > 0 ? normalizeName(name.slice(0, end)) : ''
  return (own || normalizeName(name)).replace(GOVERNING_BODY, '')
}

/**
 * A name as names of recipients are compared, without spaces: the words of normalizeName but for
 * "of", "and" and the like, initials together, what stands behind "DBA" or "c/o", and the body that governs a
 * university ("Trustees of …"). "" for a name without letters or digits.
 */
export const toNameKey = (name: string): string =>
  compact(ownName(name).split(' ')).slice(0, MOST_CHARACTERS)

// What recipients and the registry write either way; normalizeName goes word by word.
const SPELT_OUT = new Map([
  ['cdc', 'community development'],
  ['ymca', 'young men christian association'],
  ['ywca', 'young women christian association'],
])

/**
 * A name as it is compared with those of the same city: the words of toNameKey, each once and in
 * the order of the alphabet, parted by spaces, without those of the city ("Brown University of
 * Providence", in Providence) and without the name's own initials behind it. "" where what is left
 * tells nobody from others: a single word, or words that many organizations have (COMMON_WORDS).
 */
export function toWordsKey(name: string, city: string): string {
  const written = ownName(name).split(' ')
  const all = distinct(withoutInitials(written).flatMap((word) => speltOut(word)))
  const places = new Set(cityWords(city))
  const beside = all.filter((word) => !places.has(word))
  const telling = [beside, all].find(tells) ?? []
  return telling.join(' ').slice(0, MOST_CHARACTERS)
}

const distinct = (words: readonly string[]): string[] =>
  [...new Set(words)].filter((word) => !UNSPOKEN.has(word)).toSorted()

const speltOut = (word: string): string[] => SPELT_OUT.get(word)?.split(' ') ?? [word]

function withoutInitials(words: string[]): string[] {
  const before = words.slice(0, -1)
  const last = words.at(-1) ?? ''
  // Initials of more words than there are take time at every row and are none.
  return last.length <= before.length && acronymsOf(before.join(' ')).includes(last)
    ? before
    : words
}

const tells = (words: readonly string[]): boolean =>
  words.length > 1 && words.some((word) => !COMMON_WORDS.has(word))

// The registry gives a city thirteen characters and shortens these words for it.
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

const cityWords = (city: string): string[] =>
  normalizeName(city)
    .split(' ')
    .map((word) => CITY_WORDS.get(word) ?? word)

/** A city as cities are compared, without spaces ("St. Louis" is "Saint Louis"); "" for none. */
export const toCityKey = (city: string): string => compact(cityWords(city)).slice(0, MOST_OF_CITY)

/** Words as one, since "Cool Kids" is "Coolkids"; function words only where alone. */
const compact = (words: readonly string[]): string =>
  words.filter((word) => !UNSPOKEN.has(word)).join('') || words.join('')
