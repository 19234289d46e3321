import countries from 'i18n-iso-countries'
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import { isPartOfOtherName, NAMED_AFTER_STATES, OTHER_COUNTRY_NAMES } from './places/other-names.ts'
import { US_STATES } from './places/states.ts'
import { isNear, nearestByTrigrams, toComparable } from './similarity.ts'
import { readTsv } from './tsv.ts'
import { wordList } from './word-lists.ts'

/**
 * The nine regions of Schedule F (Form 990) for activities outside the United States, with their
 * countries by ISO alpha-2 code, as in its instructions.
 */
const REGIONS = readTsv(new URL('places/regions.tsv', import.meta.url)).map(
  ([code = '', label = '', spoken = '', countries = '']) => ({
    ...{ code, label, spoken: spoken.split('|'), countries: countries.split(' ') },
  }),
)

export { countryFromFips } from './places/fips.ts'
export { US_STATES } from './places/states.ts'

countries.registerLocale(english)

/** A place of work: `US-OH`, an ISO country `KE`, or a Schedule F region `region-…`. */
export type Place = { code: string; label: string }

/** State of search filters and facets for addresses outside the United States. */
export const ABROAD = 'Abroad'

/** A place and its position in the text. */
type NamedPlace = Place & { start: number; end: number }

// These are just as often words or people's names; they count only after a preposition.
const AMBIGUOUS = wordList('ambiguous-countries')
const PREPOSITIONS = wordList('country-prepositions')
// "us" is more often a pronoun than a country, and every filer works there.
const ABBREVIATIONS = new Set(['us', 'usa', 'uk', 'u s', 'u s a', 'uae'])
const MAX_WORDS = 7

const REGION_BY_COUNTRY = new Map(
  REGIONS.flatMap((region) => region.countries.map((code) => [code, region] as const)),
)

const words = (text: string): { word: string; start: number; end: number }[] =>
  [...text.matchAll(/[\p{L}\p{N}]+/gu)].map((match) => ({
    word: match[0].normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }))

const keyOf = (name: string): string =>
  words(name)
    .map(({ word }) => word)
    .join(' ')

const PLACES_BY_NAME = buildNames()

function buildNames(): Map<string, Place[]> {
  const names = new Map<string, Place[]>()
  const add = (name: string, place: Place) => {
    const key = keyOf(name)
    if (ABBREVIATIONS.has(key)) return
    const known = names.get(key) ?? []
    if (!known.some(({ code }) => code === place.code)) names.set(key, [...known, place])
  }
  for (const [code, all] of Object.entries(countries.getNames('en', { select: 'all' }))) {
    for (const name of all) add(name, { code, label: countryLabel(code) })
  }
  for (const [name, code] of OTHER_COUNTRY_NAMES) add(name, { code, label: countryLabel(code) })
  for (const region of REGIONS) {
    for (const name of region.spoken) add(name, { code: region.code, label: region.label })
  }
  for (const name of ['DC', 'D.C.', 'District of Columbia']) {
    names.set(keyOf(name), [statePlace('DC')])
    names.set(keyOf(`Washington ${name}`), [statePlace('DC')])
  }
  // A state takes precedence over the country of the same name (Georgia), because filers work
  // mostly at home.
  for (const [code, name] of Object.entries(US_STATES)) {
    names.set(keyOf(name), [statePlace(code)])
  }
  for (const [name, code] of NAMED_AFTER_STATES) {
    names.set(keyOf(name), code === '' ? [] : [statePlace(code)])
  }
  names.delete('united states of america')
  names.delete('united states')
  return names
}

function statePlace(code: string): Place {
  return { code: `US-${code}`, label: US_STATES[code] ?? code }
}

function countryLabel(code: string): string {
  return countries.getName(code, 'en') ?? code
}

/** Returns the English name of a U.S. state or an ISO country code; undefined for unknown codes. */
export const placeLabel = (code: string): string | undefined =>
  code.startsWith('US-') ? US_STATES[code.slice(3)] : countries.getName(code, 'en')

type Address = {
  city?: string | null | undefined
  state?: string | null | undefined
  country?: string | null | undefined
}

/** Returns "Akron, OH", "Geneva, Switzerland", or the part that is known. */
export function toLocation({ city, state, country }: Address): string | undefined {
  // Abroad, the filed state is a province, and often repeats the city.
  const isAbroad = country && country !== 'US' && country !== state
  const area = isAbroad ? (placeLabel(country) ?? country) : (state ?? country)
  return [...new Set([city, area])].filter(Boolean).join(', ') || undefined
}

/** Returns true if a text is the name of a country or world region outside the United States. */
export const isCountry = (text: string): boolean =>
  // After a preposition, names such as Jordan count as places.
  findPlaces(`in ${text}`).some(
    ({ code, start }) => start === 'in '.length && !code.startsWith('US-'),
  )

/**
 * Returns the U.S. states, countries, and world regions in a text, in order, each with its
 * position. The longest name wins: "New Mexico" is not Mexico. Leaves out the United States, and a
 * state's name within another name ("Delaware County").
 */
export function findPlaces(text: string): NamedPlace[] {
  const tokens = words(text)
  const found: NamedPlace[] = []
  for (let at = 0; at < tokens.length; ) {
    const length = longestName(text, tokens, at)
    if (length === 0) {
      at += 1
      continue
    }
    const start = tokens[at]?.start ?? 0
    const end = endOfName(text, start, tokens[at + length - 1]?.end ?? start)
    for (const place of PLACES_BY_NAME.get(joined(tokens, at, length)) ?? []) {
      const isState = place.code.startsWith('US-')
      if (!isState || !isPartOfOtherName(text, start, end)) found.push({ ...place, start, end })
    }
    at += length
  }
  return found
}

// The last full stop of "D.C." belongs to it.
const endOfName = (text: string, start: number, end: number): number =>
  /\bd\.\s?c$/i.test(text.slice(start, end)) && text[end] === '.' ? end + 1 : end

type Token = ReturnType<typeof words>[number]

const joined = (tokens: Token[], at: number, length: number): string =>
  tokens
    .slice(at, at + length)
    .map(({ word }) => word)
    .join(' ')

const FIRST_WORDS = new Set([...PLACES_BY_NAME.keys()].map((name) => name.split(' ')[0]))

function longestName(text: string, tokens: Token[], at: number): number {
  if (!FIRST_WORDS.has(tokens[at]?.word)) return 0
  for (let length = Math.min(MAX_WORDS, tokens.length - at); length > 0; length -= 1) {
    const name = joined(tokens, at, length)
    if (!PLACES_BY_NAME.has(name)) continue
    const isSaid = !AMBIGUOUS.has(name) || PREPOSITIONS.has(tokens[at - 1]?.word ?? '')
    if (isSaid && isWrittenAsName(name, text, tokens, at, length)) return length
  }
  return 0
}

const UNBROKEN = new Set(NAMED_AFTER_STATES.map(([name]) => keyOf(name)))

// "In Kansas, city halls" contains no city name, "vitamins D, C" no district, and DC 37 is a union.
function isWrittenAsName(name: string, text: string, tokens: Token[], at: number, length: number) {
  const start = tokens[at]?.start ?? 0
  const written = text.slice(start, tokens[at + length - 1]?.end)
  if (UNBROKEN.has(name)) return /^[\p{L}\s]+$/u.test(written)
  if (name !== 'dc' && name !== 'd c') return true
  const isCounted = /^[\s-]*\d/.test(text.slice(start + written.length))
  return /^(?:dc|d\.\s?c)$/i.test(written) && !isCounted && !/[/-]/.test(text[start - 1] ?? '')
}

/** Returns the Schedule F region of a filed text, or the country filed instead. */
export function regionPlace(regionText: string): Place | undefined {
  const [place] = findPlaces(
    regionText.replaceAll('&', 'and').replace('American and', 'America and'),
  )
  return place && { code: place.code, label: place.label }
}

/** Returns the Schedule F region of a country; undefined for states and regions. */
export function regionOf(code: string): Place | undefined {
  const region = REGION_BY_COUNTRY.get(code)
  return region && { code: region.code, label: region.label }
}

type State = { code: string; label: string }
type StateLookup = State | { nearest: State[] }

const STATES: State[] = Object.entries(US_STATES).map(([code, label]) => ({ code, label }))

const BY_NAME = new Map(
  STATES.flatMap((state) => [state.code, state.label].map((name) => [toComparable(name), state])),
)

/**
 * Returns the U.S. state or territory with this two-letter code or name, in any case; undefined for
 * other text.
 */
export const stateNamed = (text: string): State | undefined => BY_NAME.get(toComparable(text))

/** Number of suggestions that fit in a sentence. */
const NEAREST = 3

/**
 * Finds a U.S. state or territory by its two-letter code or its name, in any case. For an unknown
 * one, returns the most similar known states, if any.
 */
export function findState(text: string): StateLookup {
  const known = stateNamed(text)
  if (known) return known
  const nearest = nearestByTrigrams(text, STATES, ({ label }) => label, NEAREST)
  return { nearest: nearest.filter(({ label }) => isNear(text, label)) }
}
