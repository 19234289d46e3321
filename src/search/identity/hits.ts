import type {
  NameKind,
  OrganizationDisplay,
  OrganizationDocument,
} from '#mappings/organization-document.ts'
import { knownFields } from '../../domain/known-fields.ts'
import { cityInState } from '../../domain/name-keys.ts'
import {
  acronymsOf,
  type NameKeys,
  shortenedNames,
  toSearchKeys,
  toSearchName,
  typedAcronyms,
} from '../../domain/names.ts'
import { findCities, findZip, kmBetween } from '../../domain/places/gazetteer.ts'
import { stateNamed } from '../../domain/places.ts'
import { editsBetween, nearestByTrigrams, similarityWithin } from '../../domain/similarity.ts'
import type { Closeness, DisplaySource, Hit, Match, MatchReason, Resolution } from '../params.ts'
import {
  beginningsOf,
  CANDIDATES,
  comparedNames,
  isNoSentence,
  MIN_COMPACT,
  wordsOf,
} from './query.ts'
import type { Readings, TypedName } from './readings.ts'

type Address = Pick<OrganizationDocument['filter'], 'state' | 'zip' | 'county' | 'location'> & {
  city?: string[]
}
export type IdentitySource = DisplaySource & { filter?: Address }

type IdentityHit = { _source?: IdentitySource }

const NAME_FIELDS: Record<NameKind, string> = {
  legal: 'LegalName',
  'doing-business-as': 'DoingBusinessAs',
  former: 'FormerName',
}

type KnownName = { field: string; value: string; ref: string }

/** A name of a hit and its keys. */
type Keyed = { known: KnownName; keys: NameKeys }

const keyed = ({ name, nameRef, names }: OrganizationDisplay): Keyed[] =>
  [
    { field: 'Name', value: name, ref: nameRef },
    ...names.map(({ kind, value, ref }) => ({ field: NAME_FIELDS[kind], value, ref })),
  ].map((known) => ({ known, keys: toSearchKeys(known.value) }))

const isSameName = (one: NameKeys, other: NameKeys): boolean =>
  one.name === other.name || one.wordSet === other.wordSet || one.compact === other.compact

/** Returns the first reading that is one of these names. */
function findSameName(names: readonly Keyed[], readings: readonly TypedName[]) {
  for (const typed of readings) {
    const same = names.find(({ keys }) => isSameName(keys, typed))
    if (same) return { typed, known: same.known }
  }
  return undefined
}

/** How well a place agrees, best first. */
const PLACE_LEVELS = ['city', 'near', 'state'] as const
type Level = (typeof PLACE_LEVELS)[number]

/** Returns how an address agrees with the place of a reading: which of its filters it passes. */
function levelsOf({ place }: TypedName, address: Address = {}): Level[] {
  if (!place) return []
  const isInState = place.state !== undefined && address.state === place.state
  const isInCity =
    (place.zip !== undefined && address.zip === place.zip) ||
    (place.city !== undefined &&
      (address.city ?? []).includes(
        place.state === undefined ? place.city : cityInState(place.city, place.state),
      )) ||
    (address.county !== undefined && (place.counties ?? []).includes(address.county))
  const { area } = place
  const isNear = area && address.location && kmBetween(area, address.location) <= area.km
  return [
    ...(isInCity ? (['city'] as const) : []),
    ...(isNear ? (['near'] as const) : []),
    ...(isInState ? (['state'] as const) : []),
  ]
}

/** Whether an address is in the place of a reading. The state of another city is not it. */
function agrees(typed: TypedName, address: Address | undefined): boolean {
  const { city, zip, counties, area } = typed.place ?? {}
  const isState = (city ?? zip ?? counties ?? area) === undefined
  return levelsOf(typed, address).some((level) => isState || level !== 'state')
}

/** Whether a reading may be of an organization at an address, as the search requires it. */
function isPossible(typed: TypedName, address: Address | undefined): boolean {
  const { place, isOnlyThere } = typed
  const isCity = isOnlyThere && place?.city !== undefined
  return !place || levelsOf(typed, address).some((level) => !isCity || level !== 'state')
}

/** Reads a page of identity hits. */
export const readIdentityHits = (hits: readonly IdentityHit[], readings: Readings): Hit[] =>
  hits.flatMap(({ _source }) => {
    if (!_source) return []
    const { ein, display } = _source
    const match = toMatch(_source, readings)
    return [{ ein, display, match, reasons: toReasons(match) }]
  })

function toMatch({ ein, display, filter }: IdentitySource, readings: Readings): Match {
  if (ein === readings.ein) return { kind: 'EIN', field: 'EIN', value: ein }
  const all = keyed(display)
  const names = all.map(({ known }) => known)
  const exact = findSameName(all, readings.names)
  if (exact) {
    const kind = exact.known.field === 'Name' ? 'ExactName' : 'Alias'
    const isThere = exact.typed.place && agrees(exact.typed, filter)
    return { kind, ...exact.known, ...(isThere && placeOf(display)) }
  }
  const spelled = findAcronym(all, readings.names, filter)
  if (spelled) return { ...spelled, kind: 'Alias', field: 'Acronym' }
  for (const { name } of readings.names) {
    const begun = all.flatMap(({ keys, known }) => (keys.name.startsWith(name) ? [known] : []))
    const nearestBegun = nearest(name, begun)
    if (nearestBegun) return { kind: 'Prefix', ...nearestBegun }
  }
  return { kind: 'Fuzzy', field: 'Name', ...nearest(readings.names[0]?.name ?? '', names) }
}

/** Returns the name that a reading is the acronym of. */
function findAcronym(
  names: readonly Keyed[],
  readings: readonly TypedName[],
  address: Address | undefined,
): KnownName | undefined {
  const typed = readings
    .filter((reading) => isPossible(reading, address))
    .flatMap(({ text }) => typedAcronyms(text))
  return names.find(({ known }) =>
    [...acronymsOf(known.value), ...shortenedNames(known.value)].some((own) => typed.includes(own)),
  )?.known
}

function placeOf({ city, state }: OrganizationDisplay): Pick<Match, 'place'> {
  const place = [city, state].filter((part) => part !== undefined).join(', ')
  return place === '' ? {} : { place }
}

const nearest = (key: string, names: KnownName[]): KnownName | undefined =>
  nearestByTrigrams(key, names, ({ value }) => toSearchName(value), 1)[0]

/** Returns the name that matched; an EIN needs no reason. */
const toReasons = ({ kind, value, ref }: Match): MatchReason[] =>
  kind === 'EIN' || !value || !ref ? [] : [{ kind: 'Name', text: value, ref }]

// Two typos leave about half the trigrams of an eight-letter word. Names that only share a syllable
// score lower: Brigid and Brightwater 0.42, İstanbul and assistance 0.30.
const FLOOR = 0.45

/** What a hit has in common with the query. */
type Compared = IdentitySource & {
  isEin: boolean
  /** Whether a reading without a place, or one with a place, is one of its names. */
  isExact: boolean
  isPlaced: boolean
  isAcronym: boolean
  /** How it agrees with the typed places. */
  levels: Set<Level>
  names: Keyed[]
}

function compare(source: IdentitySource, query: Readings, closeness: Closeness): Compared {
  const { display, filter } = source
  const names = keyed(display)
  const readings = comparedNames(query, closeness)
  const same = readings.filter((reading) => isWholeName(reading, names))
  // A loose search also finds the whole name outside a city that its words may be.
  const isFound = (typed: TypedName) =>
    !typed.isOnlyThere ||
    isPossible(typed, filter) ||
    (closeness === 'Loose' && typed.place?.area && typed.name === names[0]?.keys.name)
  return {
    ...source,
    names,
    isEin: query.ein === source.ein,
    isExact: same.some(({ place }) => !place),
    isPlaced: same.some((typed) => typed.place && isFound(typed)),
    isAcronym: findAcronym(names, readings, filter) !== undefined,
    levels: new Set(readings.flatMap((reading) => levelsOf(reading, filter))),
  }
}

const isWholeName = ({ name, wordSet, compact }: TypedName, names: readonly Keyed[]): boolean =>
  names.some(
    ({ keys }) =>
      keys.name === name ||
      keys.wordSet === wordSet ||
      (compact.length >= MIN_COMPACT && keys.compact === compact),
  )

/**
 * Returns whether the query names one organization, several, none exactly, or none at all, from the
 * best hits of a search with this closeness.
 */
export function readResolution(
  hits: readonly IdentityHit[],
  readings: Readings,
  closeness: Closeness,
  hasFilters: boolean,
): Resolution {
  const best = hits
    .flatMap(({ _source }) => (_source ? [compare(_source, readings, closeness)] : []))
    .filter((hit) => closeness === 'Close' || isNamed(hit, comparedNames(readings, closeness)))
  const [first] = best
  if (!first) return { status: 'None', candidates: [], suggestion: suggest(readings, hasFilters) }
  const same = sameNames(best, first, readings.names)
  const candidates = (same.length > 0 ? same : best).slice(0, CANDIDATES).map(toCandidate)
  if (same.length === 0) return { status: 'Closest', candidates }
  return same.length === 1 && !isElsewhere(first, readings.names)
    ? { status: 'Exact', ein: first.ein, candidates }
    : { status: 'Ambiguous', candidates }
}

/** Whether a hit of a loose search is named by the query; it may only share words with it. */
const isNamed = ({ names, levels, isPlaced }: Compared, readings: readonly TypedName[]): boolean =>
  isPlaced ||
  levels.size > 0 ||
  names.some(({ keys }, at) =>
    readings.some(
      (typed) =>
        similarityWithin(typed.name, keys.name) >= FLOOR ||
        isNearly(typed, keys) ||
        // Only a main name is compared with the beginning of the query.
        (at === 0 && beginningsOf(typed).some(({ beginning }) => beginning === keys.name)),
    ),
  )

/** Whether the letters are the same but for the edits that a misspelled name, or each word, may have. */
export const isNearly = ({ name, compact, isOnlyThere }: TypedName, keys: NameKeys): boolean =>
  !isOnlyThere &&
  compact.length >= MIN_COMPACT &&
  isNoSentence(wordsOf(name)) &&
  isTypo(compact, keys.compact, name.split(' ').length)

/** Whether one text without spaces is another one of so many words with as many typing errors as they have. */
export const isTypo = (one: string, other: string, words = 1): boolean =>
  editsBetween(one, other) <= (one.length < LONG_COMPACT ? 1 : Math.max(2, words))
// The engine's AUTO:5,10.
const LONG_COMPACT = 10

/** Returns the best hits that the query names as well as it names the first one. */
function sameNames(best: Compared[], first: Compared, readings: readonly TypedName[]): Compared[] {
  if (first.isEin) return [first]
  const exact = best.filter(({ isExact }) => isExact)
  const acronyms = best.filter(({ isAcronym }) => isAcronym)
  // A famous organization may come before those of exactly the typed name.
  if (exact.length > 0 && !first.isExact) return [first, ...exact]
  if (exact.length > 0) return isOneWord(readings) ? [...new Set([...exact, ...acronyms])] : exact
  if (first.isPlaced) {
    const level = PLACE_LEVELS.find((one) => first.levels.has(one))
    return best.filter(({ isPlaced, levels }) => isPlaced && (!level || levels.has(level)))
  }
  // "TWI Limited" is a name, not an acronym.
  const isAcronym = readings[0] !== undefined && !/\s/.test(readings[0].text.trim())
  return isAcronym && first.isAcronym ? acronyms : []
}

const isOneWord = ([whole]: readonly TypedName[]): boolean => !whole?.name.includes(' ')

/** Whether a hit has the typed name, but not the typed place. */
function isElsewhere(hit: Compared, readings: readonly TypedName[]): boolean {
  if (!hit.isPlaced || hit.isExact) return false
  const typed = findSameName(hit.names, readings)?.typed
  return typed !== undefined && !agrees(typed, hit.filter)
}

function toCandidate({ ein, display }: DisplaySource): Resolution['candidates'][number] {
  const { name, city, state, primaryForm: form } = display
  return knownFields({ ein, name, city, state, form })
}

function suggest({ text: query, ein }: Readings, hasFilters: boolean): string {
  if (/^\d{5}$/.test(query.trim()) && findZip(query.trim())) {
    return `To list the organizations in ZIP code ${query.trim()}, use ZIP=${query.trim()}.`
  }
  const state = stateNamed(query)
  if (state) return `To list the organizations in ${state.label}, use State=${state.code}.`
  const [city] = findCities(query.trim())
  if (city) return `To list the organizations in ${city.name}, use City=${city.name}.`
  if (ein) {
    return hasFilters
      ? 'No organization that matches these filters has this EIN. Remove the filters.'
      : 'No organization in this service has this EIN. Check its digits, or search by name.'
  }
  return hasFilters
    ? 'No similar name matches these filters. Remove the filters, or try Mode=Discovery to search by what organizations do.'
    : 'No similar name was found. Try fewer or different words, the nine-digit EIN, or Mode=Discovery to search by what organizations do.'
}
