import { normalizeName } from './names.ts'

/**
 * The kinds of money flow a return tells of (decisions part 4): `ScheduleI` (Part II) and
 * `FoundationPaid` (990-PF Part XIV, line 3a) are grants; `ScheduleF` (Part II), `RelatedTransfer`
 * (Schedule R, Part V, line 2) and `Contractor` come with AllCategories; `FoundationApproved` (line
 * 3b) is paid in a later year and is in no sum but the network's own.
 */
export const EDGE_CATEGORIES = [
  'ScheduleI',
  'FoundationPaid',
  'ScheduleF',
  'RelatedTransfer',
  'Contractor',
  'FoundationApproved',
] as const
export type EdgeCategory = (typeof EDGE_CATEGORIES)[number]

/** What counts as a grant. */
export const GRANT_CATEGORIES = ['ScheduleI', 'FoundationPaid'] as const satisfies EdgeCategory[]

/** What counts in sums with AllCategories: everything but what was only approved. */
export const PAID_CATEGORIES = EDGE_CATEGORIES.filter(
  (category) => category !== 'FoundationApproved',
)

/**
 * By what a recipient was found, in the order of decisions part 4: the EIN filed in its row, the EIN
 * that Schedule R of the same return gives for its name, its name with city and state, its name in
 * its state alone.
 */
export const MATCH_METHODS = [
  'FiledEIN',
  'RelatedEIN',
  'NameCityState',
  'NameState',
  'Unresolved',
] as const
export type MatchMethod = (typeof MATCH_METHODS)[number]

/** How far a match can be relied on, in rising order; `None` is not resolved. */
export const MATCH_CONFIDENCES = ['None', 'Weak', 'Moderate', 'Strong', 'Authoritative'] as const
export type MatchConfidence = (typeof MATCH_CONFIDENCES)[number]

/** Raised when `toNameKey` or `toCityKey` (or normalizeName) give another text for a name. */
export const NAME_KEY_VERSION = 1

// A B-tree bears 2,700 bytes; no two organizations share a name as long as this by chance.
const MOST_CHARACTERS = 200
// The longest town names have some sixty.
const MOST_OF_CITY = 80

const FUNCTION_WORDS = new Set('of the and for in at on to a an'.split(' '))

// What stands behind tells another name of the same recipient, or who holds the money for it.
const OTHER_NAME = /[\s,;(](?:d\/?b\/?a|d\.b\.a\.|c\/o)(?![\p{L}\p{N}])/iu

// A university is named by itself or by the body that governs it, which is the corporation: in
// normalized words, "trustee of university of …", "board of regents of the university of …".
const GOVERNING_BODY =
  /^(?:board of )?(?:president (?:and )?)?(?:trustee|regents|governors|overseers|fellows|administrators|directors)(?: of(?: the)? | (?=university))/

/**
 * A name as names of recipients are compared, without spaces: the words of normalizeName but for
 * "of", "and" and the like, what stands behind "DBA" or "c/o", and the body that governs a
 * university ("Trustees of …"). "" for a name without letters or digits.
 */
export function toNameKey(name: string): string {
  const other = name.search(OTHER_NAME)
  const own = other > 0 ? normalizeName(name.slice(0, other)) : ''
  const normalized = own || normalizeName(name)
  return compact(normalized.replace(GOVERNING_BODY, '')).slice(0, MOST_CHARACTERS)
}

// The registry gives a city thirteen characters and shortens these words for it.
const CITY_WORDS: Record<string, string> = {
  bch: 'beach',
  cty: 'city',
  fls: 'falls',
  grv: 'grove',
  hbr: 'harbor',
  hls: 'hills',
  is: 'island',
  jct: 'junction',
  lk: 'lake',
  pk: 'park',
  riv: 'river',
  spg: 'springs',
  spgs: 'springs',
  vly: 'valley',
}

/** A city as cities are compared, without spaces ("St. Louis" is "Saint Louis"); "" for none. */
export function toCityKey(city: string): string {
  const words = normalizeName(city).split(' ')
  return compact(words.map((word) => CITY_WORDS[word] ?? word).join(' ')).slice(0, MOST_OF_CITY)
}

/** Normalized words as one, since "Cool Kids" is "Coolkids"; function words only where alone. */
function compact(normalized: string): string {
  const spoken = normalized.split(' ').filter((word) => !FUNCTION_WORDS.has(word))
  return spoken.join('') || normalized.replaceAll(' ', '')
}
