import { parseTypedEin } from '../../domain/ein.ts'
import { toCityKey } from '../../domain/name-keys.ts'
import {
  COMMON_WORDS,
  isLegalSuffix,
  type NameKeys,
  numbersOf,
  tellingWords,
  toSearchKeys,
} from '../../domain/names.ts'
import {
  type Area,
  areaNear,
  findCities,
  findCounties,
  findMetro,
  findZip,
} from '../../domain/places/gazetteer.ts'
import { stateNamed } from '../../domain/places.ts'

/**
 * How many words of a query become clauses. The engine accepts 1,024 clauses, and a word needs up to
 * eleven (identity) or five (discovery). A query of 500 English characters has about 90 words.
 */
export const MAX_WORDS = { identity: 60, discovery: 150 }

// The engine's tokenizer makes one word of each emoji, and of each character in scripts without
// spaces.
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Extended_Pictographic}\p{Regional_Indicator}]|[[\p{Alphabetic}\p{M}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]+/gv

/** Returns the first `count` words of a text. */
export function firstWords(text: string, count: number): string {
  const last = [...text.matchAll(WORD)][count - 1]
  return last === undefined ? text : text.slice(0, last.index + last[0].length)
}

/** A place typed with a name. It orders hits and excludes none. */
export type TypedPlace = {
  /** `toCityKey` of the city. */
  city?: string
  /** USPS code. */
  state?: string
  zip?: string
  counties?: string[]
  /** The surroundings of the city, county, or ZIP code. */
  area?: Area
}

/** One way to read a query, as a name or as a name and a place, with the keys of the name. */
export type TypedName = NameKeys & {
  /** As typed, without the place. */
  text: string
  place?: TypedPlace
  /** Whether only organizations in the place match, because its words may belong to the name. */
  isOnlyThere?: boolean
}

/** A query of an organization by name or EIN, as it is read once for the search and its results. */
export type Readings = {
  text: string
  ein?: string | undefined
  /** The whole text first. */
  names: TypedName[]
  /** Numbers that a name should have, such as that of a lodge, without a typed ZIP code. */
  numbers: string[]
}

type Split = { rest: string[]; place: TypedPlace; isOnlyThere: boolean }

// The longest city names have four words, and the longest state names three.
const CITY_WORDS = 4
const ZIP = /^\d{5}(?:-\d{4})?$/
const MIN_ZIPS = 2
const STATE_WORDS = 3
const COUNTRY = /^(?:usa|u\.s\.a?\.?|us)$/i
const LINKS = new Set('in near at of from located around the greater metro serving'.split(' '))
const AREA = /^(?:area|metro|region)$/i

/**
 * Reads a query as an EIN and as names: the whole text first, then without a place at its end ("Hope
 * House Dallas, TX 75201"), after a link word ("… in Cook County"), or in front ("Dallas Hope House").
 * A place that the gazetteer lacks is read only before a state. A query without letters or digits has
 * no names.
 */
export function readQuery(text: string): Readings {
  const names = readNames(text)
  const zips = names.flatMap(({ place }) => (place?.zip ? [String(Number(place.zip))] : []))
  const numbers = numbersOf(text).filter((number) => !zips.includes(number))
  return { text, ein: parseTypedEin(text), names, numbers: numbers.slice(0, MAX_NUMBERS) }
}
// More are no name.
const MAX_NUMBERS = 5

function readNames(query: string): TypedName[] {
  const tokens = tokensOf(query)
  // A ZIP code alone names no organization. Nine digits are an EIN.
  if (tokens.length === 1 && ZIP.test(tokens[0] ?? '') && findZip(tokens[0] ?? '')) return []
  const ends = readEnd(tokens)
  // "Saint Paul's Church in New Orleans New Orleans LA" names its place twice.
  const twice = ends.slice(0, 1).flatMap(({ rest, place }) =>
    [
      ...readEnd(rest).filter(({ isOnlyThere }) => !isOnlyThere),
      ...readMiddle(rest),
      ...readFront(rest),
    ]
      .slice(0, 1)
      // "Florida SkillsUSA, Orlando FL" is anywhere in Florida.
      .flatMap((inner) =>
        [place, ...(inner.place.state === place.state ? [inner.place] : [])].map((either) => ({
          rest: inner.rest,
          place: either,
          isOnlyThere: true,
        })),
      ),
  )
  const inside = [...readFront(tokens), ...readMiddle(tokens)]
  const placed = [...ends, ...twice, ...inside].flatMap(({ rest, ...where }) =>
    toTypedName(rest.join(' '), where),
  )
  return [...toTypedName(query), ...otherNames(query), ...placed]
}

const toTypedName = (text: string, where?: Omit<Split, 'rest'>): TypedName[] => {
  const keys = toSearchKeys(text)
  return keys.name === '' ? [] : [{ text, ...keys, ...where }]
}

// "People in Life (PIL), Inc.", "Hope House DBA Hope Center", and "Hope House - A Hope Center Program"
// have two names.
const IN_PARENTHESES = /\([^()]{3,}\)/
const TRADE_NAME = /[\s,;(]+(?:d\.?\/?b\.?\/?a\.?|a\.?\/?k\.?\/?a\.?)[\s:]+|\s[-–—]\s/i

function otherNames(query: string): TypedName[] {
  const split = TRADE_NAME.test(query)
    ? query.split(TRADE_NAME)
    : IN_PARENTHESES.test(query)
      ? [query.replace(IN_PARENTHESES, ' ')]
      : []
  // One word is a name only on its own.
  return split
    .flatMap((text) => toTypedName(text))
    .filter(({ name }) => tellingWords(name).length > 1)
}

const tokensOf = (query: string): string[] =>
  query
    .replaceAll(',', ', ')
    .split(/\s+/)
    .filter((text) => /[\p{L}\p{N}&+]/u.test(text))
    .map((text) => text.replace(/[,;]+$/, ''))

/** Reads a place at the end; none if nothing else is left. */
function readEnd(all: readonly string[]): Split[] {
  const last = all.findLastIndex((token) => !isLegalSuffix(token))
  // "First Impression of Ohio Inc"
  const own = last > 0 && all.length > last + 1 ? all.slice(0, last + 1) : all
  const tokens = COUNTRY.test(own.at(-1) ?? '') ? own.slice(0, -1) : [...own]
  const zip = ZIP.test(tokens.at(-1) ?? '') ? tokens.pop() : undefined
  const code = zip?.slice(0, 5)
  const center = code === undefined ? undefined : findZip(code)
  const { rest: named, state = center?.state } = takeState(tokens)
  const { rest, place } = takeArea(named, state)
  const whole: TypedPlace = {
    ...(center && {
      ...cityOf(center.city, center.state, areaNear({ ...center, name: center.city })),
    }),
    ...(state && { state }),
    ...place,
    ...(code && { zip: code }),
  }
  if (Object.keys(whole).length === 0) return []
  const name = withoutLinks(rest)
  if (name.length === 0) return []
  const isCertain = state !== undefined || code !== undefined || hasLink(rest)
  const isCityKnown = whole.city !== undefined || whole.counties !== undefined
  // "Free Clinic of Powhatan, VA": the city also belongs to the name.
  const isNamedSo = state !== undefined && isCityKnown
  return [
    { rest: name, place: whole, isOnlyThere: !isCertain },
    ...(isNamedSo && named.length > 0
      ? [{ rest: named, place: { state }, isOnlyThere: false }]
      : []),
    ...(isCityKnown || !state || hasLink(named) ? [] : unknownCities(named, state)),
  ]
}

const cityOf = (name: string, state: string | undefined, area?: Area): TypedPlace => ({
  city: toCityKey(name),
  ...(state && { state }),
  ...(area && { area }),
})

/** Takes a state off the end, by its code or name. */
function takeState(tokens: string[]): { rest: string[]; state?: string } {
  for (let length = Math.min(STATE_WORDS, tokens.length - 1); length > 0; length -= 1) {
    const state = stateNamed(tokens.slice(-length).join(' '))
    if (state) return { rest: tokens.slice(0, -length), state: state.code }
  }
  return { rest: tokens }
}

/** Takes a city, county, or metropolitan area off the end; the longest name counts. */
function takeArea(
  tokens: string[],
  state: string | undefined,
): { rest: string[]; place: TypedPlace } {
  const isArea = AREA.test(tokens.at(-1) ?? '') && tokens.length > 2
  const inside = isArea ? takeArea(tokens.slice(0, -1), state) : undefined
  if (inside && Object.keys(inside.place).length > 0) return inside
  for (let length = Math.min(CITY_WORDS, tokens.length - 1); length > 0; length -= 1) {
    const own = tokens.slice(-length)
    const place = hasLink(own.slice(0, 1)) ? undefined : findArea(own.join(' '), state)
    if (place) return { rest: tokens.slice(0, -length), place }
  }
  return { rest: tokens, place: {} }
}

function findArea(name: string, state: string | undefined): TypedPlace | undefined {
  const metro = findMetro(name)
  if (metro) return { area: metro }
  if (/\s(?:county|parish)$/i.test(name)) {
    const counties = findCounties(name, state)
    return counties.length > 0 ? { counties: counties.map(({ code }) => code) } : undefined
  }
  const [city] = findCities(name, state)
  // Many villages are also words ("Hope", "House"). Without a state, a smaller city of the name may be
  // meant, so the name counts in every state.
  const isWord =
    state === undefined && (city?.zips ?? 0) < MIN_ZIPS && COMMON_WORDS.has(name.toLowerCase())
  return city && !isWord ? cityOf(city.name, state, areaNear(city)) : undefined
}

/** Reads one to three words before a state as a city that the gazetteer lacks. */
const unknownCities = (named: readonly string[], state: string): Split[] =>
  [1, 2, 3]
    .filter((length) => length < named.length)
    .map((length) => ({
      rest: withoutLinks(named.slice(0, -length)),
      place: cityOf(named.slice(-length).join(' '), state),
      isOnlyThere: true,
    }))
    .filter(({ rest }) => rest.length > 0)

const hasLink = (tokens: readonly string[]): boolean =>
  LINKS.has(tokens.at(-1)?.toLowerCase() ?? '')

function withoutLinks(tokens: readonly string[]): string[] {
  const last = tokens.findLastIndex((text) => !LINKS.has(text.toLowerCase()))
  return tokens.slice(0, last + 1)
}

/** Reads a city or state in front of a name. */
function readFront(tokens: readonly string[]): Split[] {
  for (let length = Math.min(CITY_WORDS, tokens.length - 1); length > 0; length -= 1) {
    const text = tokens.slice(0, length).join(' ')
    // Two letters in front are rarely a code.
    const state = text.length > 2 ? stateNamed(text) : undefined
    const place = state ? { state: state.code } : findArea(text, undefined)
    if (place) return [{ rest: tokens.slice(length), place, isOnlyThere: true }]
  }
  return []
}

/** Reads a state within a name: "Pinecrest Academy of Idaho PTO". */
function readMiddle(tokens: readonly string[]): Split[] {
  const link = tokens.findIndex((token, at) => at > 0 && /^(?:of|in)$/i.test(token))
  if (link === -1) return []
  for (let length = Math.min(STATE_WORDS, tokens.length - link - 2); length > 0; length -= 1) {
    const text = tokens.slice(link + 1, link + 1 + length).join(' ')
    const state = text.length > 2 ? stateNamed(text) : undefined
    const rest = [...tokens.slice(0, link), ...tokens.slice(link + 1 + length)]
    if (state) return [{ rest, place: { state: state.code }, isOnlyThere: true }]
  }
  return []
}
