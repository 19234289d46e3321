import { US_STATES } from './places/states.ts'
import { readTsv } from './tsv.ts'
import { wordList } from './word-lists.ts'

/**
 * Organization names, normalized in one way for search, grants, awards, and screening. Ignores
 * case, accents, apostrophes, "&"/"and", legal suffixes, and the registry's abbreviations of long
 * names.
 */

// Canonical word -> its other spellings: the registry shortens long names, filers abbreviate, and
// singular and plural alternate. The long form is canonical, so that a misspelled one is similar to
// it.
const CANONICAL = new Map(
  readTsv(new URL('./name-spellings.tsv', import.meta.url)).flatMap(([word = '', spellings = '']) =>
    spellings.split(' ').map((spelling) => [spelling, word] as const),
  ),
)

// Corporate forms do not identify an organization; filings and the registry disagree on them.
const LEGAL_SUFFIXES = wordList('legal-suffixes')

const ARTICLES = wordList('articles')

/**
 * Returns canonical tokens joined by single spaces. The usual spellings of an organization yield
 * the same text. Returns "" for a name without letters or digits.
 */
export function normalizeName(name: string): string {
  const tokens = tokenize(name)
  const named = dropSuffixes(tokens)
  const canonical = named.map((token) => CANONICAL.get(token) ?? token)
  return (canonical.length > 0 ? canonical : tokens).join(' ')
}

// Shorter beginnings are words themselves, or match too many.
const MIN_OF_SPELLING = 5

/**
 * Returns the beginnings of name keys (`normalizeName`) that an unfinished query may mean, the
 * likeliest first: "st mary fdn" begins "saint mary foundation", or a name with "fdn…". Returns
 * none for a text without letters or digits.
 */
export function typedNameKeys(typed: string): string[] {
  const tokens = tokenize(typed)
  const named = dropSuffixes(tokens)
  const kept = named.length > 0 ? named : tokens
  const last = kept.at(-1)
  if (last === undefined) return []
  const head = kept.slice(0, -1).map((token) => CANONICAL.get(token) ?? token)
  const isSuffix = head.length > 0 && [...LEGAL_SUFFIXES].some((one) => one.startsWith(last))
  const keys = wordsBegunBy(last).map((word) => [...head, word].join(' '))
  return isSuffix ? [...keys, head.join(' ')] : keys
}

/**
 * Returns the word itself, the word it abbreviates, and words that have a spelling beginning with
 * it.
 */
function wordsBegunBy(typed: string): string[] {
  const spelled =
    typed.length < MIN_OF_SPELLING
      ? []
      : [...CANONICAL].flatMap(([spelling, word]) => (spelling.startsWith(typed) ? [word] : []))
  const words = [CANONICAL.get(typed) ?? typed, ...spelled].filter(
    (word) => !word.startsWith(typed),
  )
  return [...new Set([typed, ...words])]
}

// Letters without a decomposition into a letter and a mark.
const UNMARKED: Record<string, string> = {
  æ: 'ae',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
}

const unmark = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[æđðħıłøœßþ]/g, (letter) => UNMARKED[letter] ?? letter)

// Nearly all names are plain; splitting them without Unicode steps takes half the time, for every
// grant.
const PLAIN = /^[ -~]*$/

/**
 * Returns the words of a name in lower case, without accents and apostrophes, as `normalizeName`
 * splits it.
 */
export function tokenize(name: string): string[] {
  const isPlain = PLAIN.test(name)
  return (
    (isPlain ? name.toLowerCase() : unmark(name))
      .replace(/['’‘`´]/g, '')
      .replace(/&|\+/g, ' and ')
      // "U.S.A." and "Y.M.C.A." are one token; "St. Mary" is two.
      .replace(/\b((?:\p{L}\.){2,})/gu, (initials) => `${initials.replaceAll('.', '')} `)
      .split(isPlain ? /[^a-z0-9]+/ : /[^\p{L}\p{N}]+/u)
      .filter((token) => token !== '')
  )
}

/** Returns whether a word is a corporate form such as "Inc.". */
export const isLegalSuffix = (word: string): boolean => LEGAL_SUFFIXES.has(tokenize(word).join(''))

function dropSuffixes(tokens: string[]): string[] {
  const named = tokens.findIndex((token) => !ARTICLES.has(token))
  const kept = named === -1 ? tokens : tokens.slice(named)
  return kept.filter((token, place) => !(place > 0 && LEGAL_SUFFIXES.has(token)))
}

/** Words that join others, and are in neither initials nor keys. */
export const UNSPOKEN = wordList('unspoken')

/**
 * Returns the acronyms of a name: the initials of its words, with and without "of", "and", and
 * similar words. They are lowercase texts of three to ten letters, because shorter ones identify no
 * organization.
 */
export function acronymsOf(name: string): string[] {
  const tokens = dropSuffixes(tokenize(name))
  const spoken = tokens.filter((token) => !UNSPOKEN.has(token))
  const initials = (words: string[]) => words.map((word) => word.charAt(0)).join('')
  const acronyms = [initials(spoken), initials(tokens)]
  return [...new Set(acronyms)].filter((acronym) => acronym.length >= 3 && acronym.length <= 10)
}

/**
 * Returns a name's first words with the initials of the others, without spaces: "portmatildaems" for
 * "Port Matilda Emergency Medical Service". At least three words are initials.
 */
export function shortenedNames(name: string): string[] {
  const words = dropSuffixes(tokenize(name)).filter((token) => !UNSPOKEN.has(token))
  const most = Math.min(words.length - 3, MOST_WRITTEN_OUT)
  return Array.from({ length: Math.max(0, most) }, (_, at) =>
    words.map((word, place) => (place <= at ? word : word.charAt(0))).join(''),
  )
}
// A place or a founder's name.
const MOST_WRITTEN_OUT = 3

/**
 * Returns the acronyms that a query may be: its letters as typed ("T.W.P." is "twp", which names
 * spell "township"), and those of its canonical words.
 */
export function typedAcronyms(query: string): string[] {
  const typed = tokenize(query).join('')
  return [...new Set([typed, normalizeName(query).replaceAll(' ', '')])]
}

// Names are filed and typed both in full and shortened. The short form is the key, because it is one
// word, which search compares as a whole.
const SHORT_FORMS: [full: RegExp, short: string][] = [
  [/\byoung men christian association\b/g, 'ymca'],
  [/\byoung women christian association\b/g, 'ywca'],
  [/\bparent teachers association\b/g, 'pta'],
  [/\bparent teachers organization\b/g, 'pto'],
  [/\bemergency medical service\b/g, 'ems'],
  [/\bveterans of foreign wars(?: of the united states(?: of america)?)?\b/g, 'vfw'],
  [/\bu of\b/g, 'university of'],
]

// Lists put the article last: "RIVERSIDE SCHOOL, THE", "BRIDGE TO HOPE, INC THE".
const LAST_ARTICLE = /(?:,|\binc\.?)\s*(?:the|an?)\s*$/i

// "U S A" and "W. K.", but not the end of "Women's", nor letters separated by "&".
const INITIALS = /(?<![\p{L}\p{N}'’‘`´])\p{L}(?:[.\s]+\p{L})+(?![\p{L}\p{N}'’‘`´])/gu
const POINT_OF_COMPASS = /^[ns][ew]$/

/**
 * Joins the initials of a name, because "W K Kellogg" is "W.K. Kellogg" and its W does not mean
 * West. Two initials that would read as another word stay separate: "C H" is not church, "P C" is
 * not a legal form, "A T" is not "at". More letters that form a word ("H O P E", "L L C") mean that
 * word.
 */
export const joinInitials = (name: string): string =>
  name.replace(INITIALS, (apart) => {
    const together = apart.replace(/[.\s]+/g, '').toLowerCase()
    return POINT_OF_COMPASS.test(together) || isNoWord(together) ? together : apart
  })

// Not the first word, because a legal form is kept there.
const isNoWord = (letters: string): boolean =>
  !UNSPOKEN.has(letters) && (letters.length > 2 || normalizeName(`x ${letters}`) === `x ${letters}`)

/**
 * Returns a name as search compares it: `normalizeName` with initials joined, and with well-known
 * groups of words shortened.
 */
export const toSearchName = (name: string): string =>
  SHORT_FORMS.reduce(
    (so, [full, short]) => so.replace(full, short),
    normalizeName(joinInitials(name.replace(LAST_ARTICLE, ''))),
  )

/**
 * Returns the words of a search name that tell it from others: without "of", "and", and the like, and
 * without "number" ("Post No. 1").
 */
export const tellingWords = (searchName: string): string[] => {
  const words = searchName.split(' ')
  const telling = words.filter((word) => !UNSPOKEN.has(word) && word !== 'number')
  return telling.length > 0 ? telling : words
}

// I, V, and X alone are rather initials.
const ROMAN = /^(?=[ivx]{2})(x{0,2})(ix|iv|v?i{0,3})$/
const ROMAN_DIGITS: Record<string, number> = { x: 10, ix: 9, v: 5, iv: 4, i: 1 }

const WRITTEN_NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

/**
 * Returns the numbers of a name, each once: "94" of "Post No. 094", "3" of "Village III", "2" of
 * "Park Two".
 */
export const numbersOf = (name: string): string[] => {
  const tokens = dropSuffixes(tokenize(name.replaceAll(/\b4-H\b/gi, ' ')))
  const numbers = tokens.flatMap((token, at, all) => {
    if (/^\d{1,6}$/.test(token)) return [String(Number(token))]
    const written = at === all.length - 1 ? WRITTEN_NUMBERS.indexOf(token) : -1
    if (written !== -1) return [String(written + 1)]
    if (!ROMAN.test(token)) return []
    const digits = token.match(/ix|iv|[xvi]/g) ?? []
    return [String(digits.reduce((sum, digit) => sum + (ROMAN_DIGITS[digit] ?? 0), 0))]
  })
  return [...new Set(numbers)]
}

/** Returns the same key for the same words in any order: "fair housing center metro denver". */
export const toWordSetKey = (searchName: string): string =>
  [...new Set(tellingWords(searchName))].toSorted().join(' ')

// One or two letters may be part of a word that is written apart ("So Journey", "Amber-s"), so they
// do not stand for South; these stand for nothing else.
const SHORT_WORDS = new Set(['st', 'ft', 'mt'])

/** Returns a key without spaces, so that "Green Pond" is "Greenpond" and "Pro Publica" "ProPublica". */
export function toCompactKey(name: string): string {
  const apart = tokenize(name.replace(LAST_ARTICLE, '')).map((token) =>
    token.length > 2 || SHORT_WORDS.has(token) ? toSearchName(`x ${token}`).slice(2) : token,
  )
  const named = apart.filter((token) => token !== '' && !UNSPOKEN.has(token))
  const key = named.filter((token, at) => at > 0 || token !== 'the').join('')
  // "Child Care" is "Childcare", although "child" as a word is "children".
  return key.replaceAll('children', 'child').replaceAll('families', 'family')
}

/** The keys by which two names are one. */
export type NameKeys = { name: string; wordSet: string; compact: string }

/** Returns `toSearchName`, `toWordSetKey`, and `toCompactKey` of a name. */
export function toSearchKeys(text: string): NameKeys {
  const name = toSearchName(text)
  return { name, wordSet: toWordSetKey(name), compact: toCompactKey(text) }
}

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
