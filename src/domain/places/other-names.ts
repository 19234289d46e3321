import { readTsv } from '../tsv.ts'

/**
 * A state's name is also part of the names of counties, streets, rivers, universities, and people,
 * which do not mean the state: thirty states have a Washington County, Kansas City is mostly in
 * Missouri, and a university's name does not say where it works.
 */

const namesOf = (list: string): (readonly [name: string, code: string])[] =>
  readTsv(new URL('names.tsv', import.meta.url)).flatMap(([of, name = '', code = '']) =>
    of === list ? [[name, code] as const] : [],
  )

/**
 * Cities named after a state, with their state, or '' if two share the name; and names that distinguish a
 * state from the city with the same name.
 */
export const NAMED_AFTER_STATES = namesOf('city')

/** Common names of countries, with their ISO codes. */
export const OTHER_COUNTRY_NAMES = namesOf('country')

const CIVIC = 'county|city|township|heights'
const STREETS = 'street|avenue|ave|boulevard|blvd|parkway|pkwy'
const WATERS = 'river|valley|water gap'
const KINDS = 'state|baptist|christian|commonwealth|lutheran|methodist|technological|wesleyan'
const SIDES = '(?:north|south|east|west)ern|central'
const SCHOOLS = String.raw`university|univ|a\s?&\s?m|institute of technology|(?:${KINDS}|${SIDES})\s+(?:university|college)`
const GROUNDS =
  'parish|park|lake|beach|island|key|mountain|springs|falls|square|trail|creek|harbor|nation|reservation'
const ROADS = 'road|rd|drive|lane'

const nextIs = (words: string) => new RegExp(String.raw`^\s+(?:${words})(?![\p{L}\p{N}])`, 'iu')

// These continue a name in any spelling; "st" before a word is Saint. "State" alone does not
// (Washington State is the state), nor do words for parts of a state: district, counties, islands,
// mountains.
const CONTINUES = nextIs(String.raw`${CIVIC}|${STREETS}|${WATERS}|${SCHOOLS}|st(?!\.?\s+\p{L})`)
// A state can also precede these words ("TEXAS COLLEGE STUDENTS", "florida beach cleanups"), so
// they continue a name only if both are capitalized, and after Washington, which has many
// namesakes. The Bay Area is in California.
const MAY_CONTINUE = nextIs(String.raw`${GROUNDS}|${ROADS}|college|tech|bay(?!\s+area)`)

const BEGINS =
  /(?<![\p{L}\p{N}])(?:george|martha|booker t\.?|mount|mt\.?|fort|ft\.?|port|u\.?s\.?s\.?|battleship)\s+$/iu
const LAKE = /\blake\s+$/i
// "University of Southern California", "UNIVERSITY-OF-PENNSYLVANIA".
const UNIVERSITY_OF =
  /(?<![\p{L}\p{N}])(?:university|college|univ\.?)(?:\s+system)?[\s-]+of[\s-]+(?:the\s+)?(?:(?:north|south|east|west|central)(?:ern)?\s+)?$/iu

const isCapitalized = (text: string): boolean => /^\p{Lu}.*\p{Ll}/u.test(text)

/** Returns whether the name of a state, or of a city in it, is part of another name. */
export function isPartOfOtherName(text: string, start: number, end: number): boolean {
  // The longest words before and after a name, with separators, fit in 60 characters.
  const before = text.slice(Math.max(0, start - 60), start)
  const name = text.slice(start, end)
  const after = text.slice(end, end + 60)
  if (BEGINS.test(before) || UNIVERSITY_OF.test(before)) return true
  if (/^michigan$/i.test(name) && LAKE.test(before)) return true
  if (/^washington$/i.test(name)) return CONTINUES.test(after) || MAY_CONTINUE.test(after)
  if (!isCapitalized(name)) return CONTINUES.test(after)
  // In "Ohio county jails", the lower case shows where the name ends.
  return /^\s+\p{Lu}/u.test(after) && (CONTINUES.test(after) || MAY_CONTINUE.test(after))
}
