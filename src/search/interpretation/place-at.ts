import { toCityKey } from '#src/domain/name-keys.ts'
import { COMMON_WORDS } from '#src/domain/names.ts'
import {
  type Area,
  areaNear,
  areaOfZip,
  type City,
  findCities,
  findCounties,
  findMetro,
  findUsRegion,
} from '#src/domain/places/gazetteer.ts'
import { isPartOfOtherName } from '#src/domain/places/other-names.ts'
import { isCountry, US_STATES } from '#src/domain/places.ts'
import { wordList } from '#src/domain/word-lists.ts'
import type { SearchFilters } from '../filters.ts'
import { entriesAt } from './patterns.ts'
import { isFreeIn, type Reading, wordsOf } from './reading.ts'
import { isIn, reasonOf } from './vocabulary.ts'

/** A place in the text: what it filters by, and the token after it. */
export type Place = {
  to: number
  label: string
  filters: Pick<SearchFilters, 'worksInStates' | 'city' | 'state' | 'counties' | 'near' | 'zip'>
  /** The center of a city or a ZIP code, for "near". */
  area?: Area
  /** What was not understood in the place, such as the part of a state. */
  parts?: { from: number; to: number; topic: string }[]
}

/** Whether a preposition comes before the place, which lets more words be places. */
type Context = { isLinked: boolean }

type Finder = (reading: Reading, at: number, context: Context) => Place | undefined

const STATES = new Map(Object.entries(US_STATES).map(([code, name]) => [name.toLowerCase(), code]))
const OR = new Intl.ListFormat('en', { type: 'disjunction' })
const LONGEST = 5

const stateLabel = (code: string): string => US_STATES[code] ?? code

/** Returns the tokens that a name of up to five words can have, the longest first. */
function spansAt(reading: Reading, at: number): { to: number; name: string }[] {
  const isFree = isFreeIn(reading)
  const spans: { to: number; name: string }[] = []
  const { word: head = '' } = reading.tokens[at] ?? {}
  // A key of a city has no "in", so "in Paris" would be Paris, Texas.
  if (head !== 'the' && (isIn('edge', head) || isIn('tail', head))) return []
  for (let to = at + 1; to <= at + LONGEST && isFree(to - 1); to += 1) {
    const { kind, text, word = '' } = reading.tokens[to - 1] ?? {}
    if (kind === 'sign' && text !== '.') break
    // A name ends in no joining word; keys ignore the "and" of "Ohio and Kentucky".
    if (kind !== 'sign' && !isIn('edge', word) && !isIn('tail', word))
      spans.unshift({ to, name: wordsOf(reading, at, to) })
  }
  return spans
}

/** A town's key has no "the", so "the Pacific" would be Pacific, Missouri. */
const townsAt = (reading: Reading, at: number) =>
  reading.tokens[at]?.word === 'the' ? [] : spansAt(reading, at)

const first = <Value>(values: readonly Value[], find: (value: Value) => Place | undefined) => {
  for (const value of values) {
    const place = find(value)
    if (place) return place
  }
  return undefined
}

const toStates = (to: number, codes: string[], label: string): Place => ({
  to,
  label,
  filters: { worksInStates: codes },
})

type FoundState = { to: number; code: string }

/** Finds the name of a state; "state of" and "commonwealth of" before and "state" after belong to it. */
function stateNameAt(reading: Reading, at: number): FoundState | undefined {
  const { tokens, source } = reading
  const isLong = /^(?:state|commonwealth)$/.test(tokens[at]?.word ?? '')
  const start = isLong && tokens[at + 1]?.word === 'of' ? at + 2 : at
  for (const { to, name } of spansAt(reading, start)) {
    const code = STATES.get(name.toLowerCase())
    const [begin, end] = [tokens[start]?.start ?? 0, tokens[to - 1]?.end ?? 0]
    if (code && !isPartOfOtherName(source, begin, end)) {
      return { to: tokens[to]?.word === 'state' && isFreeIn(reading)(to) ? to + 1 : to, code }
    }
  }
  const [misspelled] = entriesAt('misspelled', tokens, start, isFreeIn(reading))
  return misspelled && { to: misspelled.to, code: misspelled.value }
}

// Codes that are words in lower case.
const WORDS = wordList('state-codes-as-words')

// Without a preposition, these are sooner a disease, a degree, an agency, or a company.
const UNLINKED_WORDS = new Set(['ms', 'md', 'va', 'co', 'ct', 'pr', 'mt', 'gu', 'mp', 'vi'])

/** Finds a code: in capitals in a text with small letters, or in any case after a city. */
function stateCodeAt(reading: Reading, at: number, isAfterCity: boolean): FoundState | undefined {
  const { tokens, source } = reading
  const { text = '', word = '' } = isFreeIn(reading)(at) ? (tokens[at] ?? {}) : {}
  const code = word.toUpperCase()
  if (!US_STATES[code] || word.length !== 2) return undefined
  const isCapital = text === text.toUpperCase() && source !== source.toUpperCase()
  return isCapital || isAfterCity ? { to: at + 1, code } : undefined
}

/** Finds a state after a city or county: "Boise, Idaho", "springfield ma". */
function stateAfter(reading: Reading, to: number): FoundState | undefined {
  const hasComma = reading.tokens[to]?.text === ',' && isFreeIn(reading)(to)
  const at = hasComma ? to + 1 : to
  return stateNameAt(reading, at) ?? stateCodeAt(reading, at, true)
}

const findState: Finder = (reading, at, { isLinked }) => {
  const next = reading.tokens[at + 1]
  const isLast = !next || next.kind === 'sign' || reading.taken[at + 1] === true
  const { word = '' } = reading.tokens[at] ?? {}
  const isWord = WORDS.has(word) || (!isLinked && (at === 0 || UNLINKED_WORDS.has(word)))
  const isLowerCode = isLast && !isWord
  const found = stateNameAt(reading, at) ?? stateCodeAt(reading, at, isLowerCode)
  if (!found) return undefined
  const { to, code } = found
  // "Texas hill country"
  const [part] = entriesAt('landscape', reading.tokens, to, isFreeIn(reading))
  return {
    ...toStates(part?.to ?? to, [code], stateLabel(code)),
    ...(part && { parts: [{ from: to, to: part.to, topic: 'part' }] }),
  }
}

const findCapital: Finder = (reading, at) => {
  if (reading.tokens[at]?.word !== 'washington') return undefined
  const found = stateAfter(reading, at + 1)
  if (found?.code !== 'DC') return undefined
  return toStates(found.to, ['DC'], 'Washington, DC')
}

// The largest place of a name has this many times the ZIP codes of the next, or they all count.
const MUCH_LARGER = 3

/** `others` have the same name, the largest first. */
function ofCity(city: City, to: number, others: readonly City[] = []): Place {
  const { name, state } = city
  const [next] = others
  const isAny = next !== undefined && city.zips < MUCH_LARGER * next.zips
  const all = `${others.length + 1} places with this name`
  const largest = `${name}, ${state}${next ? `, the largest of ${all}` : ''}`
  return {
    to,
    label: isAny ? `${name}, any of the ${all}` : largest,
    filters: { city: toCityKey(name), ...(!isAny && { state }) },
    area: areaNear(city),
  }
}

const isCommon = (word: string): boolean => isIn('commonword', word) || COMMON_WORDS.has(word)

const findCityAndState: Finder = (reading, at, { isLinked }) =>
  first(townsAt(reading, at), ({ to, name }) => {
    // "West, Texas" is a town; "west Texas" is a part of the state.
    if (isIn('direction', name.toLowerCase()) && reading.tokens[to]?.text !== ',') return undefined
    // "sea lion rescue, California"
    if (!isLinked && isCommon(name.toLowerCase()) && !/^\p{Lu}/u.test(name)) return undefined
    const state = stateAfter(reading, to)
    const [city] = state ? findCities(name, state.code) : []
    return state && city && ofCity(city, state.to)
  })

// A city without a preposition or state has this many ZIP codes; smaller ones share their names
// with too many words.
export const MIN_ZIPS = 4

const findCity: Finder = (reading, at, { isLinked }) =>
  first(townsAt(reading, at), ({ to, name }) => {
    const [city, ...others] = findCities(name)
    const word = name.toLowerCase()
    if (!city || isIn('abroad', word) || isIn('direction', word) || isCountry(name))
      return undefined
    const [begin, end] = [reading.tokens[at]?.start ?? 0, reading.tokens[to - 1]?.end ?? 0]
    if (isPartOfOtherName(reading.source, begin, end)) return undefined
    const isLarge = city.zips >= MIN_ZIPS
    const isWord = isCommon(word) && !(isLinked && (isLarge || /^\p{Lu}/u.test(name)))
    if (isWord || !(isLinked || isLarge)) return undefined
    return ofCity(city, to, others)
  })

/** From this number on, the Census counts independent cities as counties. */
const FIRST_CITY_CODE = 510
const COUNTY = new Set(['county', 'parish', 'borough', 'co'])

const findCounty: Finder = (reading, at) =>
  first(townsAt(reading, at), ({ to, name }) => {
    if (!COUNTY.has(reading.tokens[to]?.word ?? '')) return undefined
    const state = stateAfter(reading, to + 1)
    // Miami-Dade is often written without its hyphen.
    const [plain, hyphenated] = [name, name.replaceAll(' ', '-')].map((one) =>
      findCounties(one, state?.code),
    )
    const all = plain?.length ? plain : (hyphenated ?? [])
    // Baltimore County is not Baltimore, a city outside any county.
    const real = all.filter(({ code }) => Number(code.slice(-3)) < FIRST_CITY_CODE)
    const counties = real.length > 0 ? real : all
    const [county] = counties
    if (!county) return undefined
    const kind = reading.tokens[to]?.word === 'parish' ? 'Parish' : 'County'
    const states = OR.format([...new Set(counties.map((one) => one.state))])
    return {
      to: state?.to ?? to + 1,
      label: `${county.name} ${kind}, ${states}`,
      filters: { counties: counties.map(({ code }) => code) },
    }
  })

const findBorough: Finder = (reading, at) => {
  const [borough] = entriesAt('borough', reading.tokens, at, isFreeIn(reading))
  const isKansas = borough && stateAfter(reading, borough.to)
  if (!borough || isKansas) return undefined
  const label = `${wordsOf(reading, at, borough.to)}, New York City`
  return { to: borough.to, label, filters: { counties: [borough.value] } }
}

const findArea: Finder = (reading, at, context) => {
  const metro = first(spansAt(reading, at), ({ to, name }) => {
    const area = findMetro(name)
    return area && { to, label: area.label, filters: { near: area } }
  })
  if (metro) return metro
  const isFree = isFreeIn(reading)
  const [greater] = entriesAt('greater', reading.tokens, at, isFree)
  const start = greater?.to ?? at
  const linked = { isLinked: greater !== undefined || context.isLinked }
  const city = findCityAndState(reading, start, linked) ?? findCity(reading, start, linked)
  const [area] = city ? entriesAt('area', reading.tokens, city.to, isFree) : []
  if (!city?.area || !(greater ?? area)) return undefined
  return { ...toNear(city.area), to: area?.to ?? city.to }
}

export const toNear = (area: Area) => ({
  label: `within ${Math.round(area.km)} km of ${area.label}`,
  filters: { near: area },
})

const findRegion: Finder = (reading, at) =>
  first(spansAt(reading, at), ({ to, name }) => {
    const region = findUsRegion(name.toLowerCase().replaceAll('-', ' '))
    if (!region) return undefined
    const { text = '' } = reading.tokens[to] ?? {}
    const end = /^(?:states|region)$/i.test(text) && !reading.taken[to] ? to + 1 : to
    const names = OR.format(region.states.map(stateLabel))
    return toStates(end, region.states, `${region.label} (${names})`)
  })

const findPartOfState: Finder = (reading, at) => {
  if (stateNameAt(reading, at)) return undefined
  const [part] = entriesAt('direction', reading.tokens, at, isFreeIn(reading))
  const state = part && stateNameAt(reading, part.to)
  if (!part || !state) return undefined
  const parts = [{ from: at, to: part.to, topic: 'part' }]
  return { ...toStates(state.to, [state.code], stateLabel(state.code)), parts }
}

const findZipCode: Finder = (reading, at, { isLinked }) => {
  const { text = '', end } = reading.tokens[at] ?? {}
  const area = /^\d{5}$/.test(text) && isFreeIn(reading)(at) ? areaOfZip(text) : undefined
  if (!area) return undefined
  const isLast = reading.source.slice(end).trim() === ''
  if (!isLinked && !isLast) return undefined
  return { to: at + 1, label: `ZIP code ${text}`, filters: { zip: text }, area }
}

/** Of a city and a state with the same beginning, the longer name counts: "Kansas City". */
const findCityOrState: Finder = (reading, at, context) => {
  const state = findState(reading, at, context)
  const city = findCity(reading, at, context)
  return city && (!state || city.to > state.to) ? city : state
}

const FINDERS: readonly Finder[] = [
  findCapital,
  findCounty,
  findArea,
  findBorough,
  findCityAndState,
  findPartOfState,
  findRegion,
  findCityOrState,
  findZipCode,
]

/** Finds the longest place that begins at a token, with or without "the". */
export function placeAt(reading: Reading, at: number, context: Context): Place | undefined {
  const find = (start: number) => first(FINDERS, (finder) => finder(reading, start, context))
  const whole = find(at)
  const isThe = reading.tokens[at]?.word === 'the' && isFreeIn(reading)(at)
  // "The West" is shorter than "the West Coast".
  const rest = isThe ? find(at + 1) : undefined
  return rest && rest.to > (whole?.to ?? 0) ? rest : whole
}

/** Finds "Foobarville, Ohio", whose town is unknown. */
export function placeInUnknownTown(reading: Reading, at: number): Place | undefined {
  return first(spansAt(reading, at).toReversed(), ({ to, name }) => {
    const state = /^\p{Lu}/u.test(name) ? stateAfter(reading, to) : undefined
    if (!state) return undefined
    const parts = [{ from: at, to, topic: 'unknowncity' }]
    return { ...toStates(state.to, [state.code], stateLabel(state.code)), parts }
  })
}

export const reasonsOf = ({ parts = [] }: Place, reading: Reading) =>
  parts.map(({ from, to, topic }) => ({
    phrase: wordsOf(reading, from, to),
    start: from,
    ...reasonOf(topic),
  }))
