import type { NameKind, OrganizationDisplay } from '#mappings/organization-document.ts'
import { parseTypedEin } from '../../domain/ein.ts'
import { knownFields } from '../../domain/known-fields.ts'
import { acronymsOf, typedAcronyms } from '../../domain/names.ts'
import { findCities, findZip } from '../../domain/places/gazetteer.ts'
import { stateNamed } from '../../domain/places.ts'
import { toCompactKey, toSearchName, toWordSetKey } from '../../domain/search-names.ts'
import { nearestByTrigrams, similarityWithin } from '../../domain/similarity.ts'
import type { Hit, Match, MatchReason, Resolution } from '../params.ts'
import { CANDIDATES } from '../queries/identity.ts'
import { CLAUSES } from '../queries/name-clauses.ts'
import { readTypedNames, type TypedName } from '../queries/typed-names.ts'
import { type DisplaySource, type MatchedClauses, readMatched } from './window.ts'

type IdentityHit = { _source?: DisplaySource; matched_queries?: MatchedClauses }

const NAME_FIELDS: Record<NameKind, string> = {
  legal: 'LegalName',
  'doing-business-as': 'DoingBusinessAs',
  former: 'FormerName',
}

type KnownName = { field: string; value: string; ref: string }

/** The keys by which two names are one: `toSearchName`, `toWordSetKey`, `toCompactKey`. */
type NameKeys = { name: string; wordSet: string; compact: string }

const keysOf = (text: string, name = toSearchName(text)): NameKeys => ({
  name,
  wordSet: toWordSetKey(name),
  compact: toCompactKey(text),
})

type Reading = TypedName & { keys: NameKeys }

const readingsOf = (query: string): Reading[] =>
  readTypedNames(query).map((typed) => ({ ...typed, keys: keysOf(typed.text, typed.name) }))

const isSameName = (one: NameKeys, other: NameKeys): boolean =>
  one.name === other.name || one.wordSet === other.wordSet || one.compact === other.compact

const knownNames = (
  display: Pick<OrganizationDisplay, 'name' | 'nameRef' | 'names'>,
): KnownName[] => [
  { field: 'Name', value: display.name, ref: display.nameRef },
  ...display.names.map(({ kind, value, ref }) => ({ field: NAME_FIELDS[kind], value, ref })),
]

/** Reads a page of identity hits. */
export function readIdentityHits(hits: IdentityHit[], query: string): Hit[] {
  const readings = readingsOf(query)
  return hits.flatMap(({ _source, matched_queries }) => {
    if (!_source) return []
    const { ein, display } = _source
    const match = toMatch(ein, display, readings, matched_queries)
    return [{ ein, display, match, reasons: toReasons(match) }]
  })
}

function toMatch(
  ein: string,
  display: OrganizationDisplay,
  readings: readonly Reading[],
  clauses: MatchedClauses | undefined,
): Match {
  const matched = readMatched(clauses)
  if (matched.has(CLAUSES.ein)) return { kind: 'EIN', field: 'EIN', value: ein }
  const names = knownNames(display)
  const keyed = withKeys(names)
  const exact = findSameName(keyed, readings)
  if (exact) {
    const kind = exact.known.field === 'Name' ? 'ExactName' : 'Alias'
    const isThere = exact.typed.place && agrees(exact.typed, clauses)
    return { kind, ...exact.known, ...(isThere && placeOf(display)) }
  }
  const [whole] = readings
  if (matched.has(CLAUSES.acronym)) {
    const typed = readings.flatMap(({ text }) => typedAcronyms(text))
    const spelled = names.find(({ value }) => acronymsOf(value).some((own) => typed.includes(own)))
    if (spelled) return { ...spelled, kind: 'Alias', field: 'Acronym' }
  }
  for (const { name } of readings) {
    const begun = keyed.flatMap(({ keys, known }) => (keys.name.startsWith(name) ? [known] : []))
    const nearestBegun = nearest(name, begun)
    if (nearestBegun) return { kind: 'Prefix', ...nearestBegun }
  }
  return { kind: 'Fuzzy', field: 'Name', ...nearest(whole?.name ?? '', names) }
}

const withKeys = (names: readonly KnownName[]) =>
  names.map((known) => ({ known, keys: keysOf(known.value) }))

/** Finds the first reading of the query that is one of these names. */
function findSameName(keyed: ReturnType<typeof withKeys>, readings: readonly Reading[]) {
  for (const typed of readings) {
    const same = keyed.find((one) => isSameName(one.keys, typed.keys))
    if (same) return { typed, known: same.known }
  }
  return undefined
}

function placeOf({ city, state }: OrganizationDisplay): Pick<Match, 'place'> {
  const place = [city, state].filter((part) => part !== undefined).join(', ')
  return place === '' ? {} : { place }
}

/** Whether a hit is in the place of a reading. The state of another city is not it. */
function agrees({ place, number }: Reading, clauses: MatchedClauses | undefined): boolean {
  const matched = readMatched(clauses, number)
  const isState = (place?.city ?? place?.zip ?? place?.counties ?? place?.area) === undefined
  const levels = isState ? PLACE_LEVELS : [CLAUSES.city, CLAUSES.near]
  return levels.some((level) => matched.has(level))
}

/** How well a place agrees, best first. */
const PLACE_LEVELS = [CLAUSES.city, CLAUSES.near, CLAUSES.state]

const nearest = (key: string, names: KnownName[]): KnownName | undefined =>
  nearestByTrigrams(key, names, ({ value }) => toSearchName(value), 1)[0]

/** Returns the name that matched; an EIN needs no reason. */
const toReasons = ({ kind, value, ref }: Match): MatchReason[] =>
  kind === 'EIN' || !value || !ref ? [] : [{ kind: 'Name', text: value, ref }]

type CandidateSource = {
  ein: string
  display: Pick<
    OrganizationDisplay,
    'name' | 'nameRef' | 'names' | 'city' | 'state' | 'primaryForm'
  >
}
type ResolutionHit = Pick<IdentityHit, 'matched_queries'> & { _source?: CandidateSource }
type Best = CandidateSource & { matched: Set<string>; clauses: MatchedClauses | undefined }

// Two typos leave about half the trigrams of an eight-letter word. Names that only share a syllable
// score lower: Brigid and Brightwater 0.42, İstanbul and assistance 0.30.
const FLOOR = 0.45

/**
 * Returns whether the query names one organization, several, none exactly, or none at all, from the
 * best hits.
 */
export function readResolution(
  hits: readonly ResolutionHit[],
  query: string,
  hasFilters: boolean,
): Resolution {
  const readings = readingsOf(query)
  const best = hits.flatMap(({ _source, matched_queries }) => {
    if (!_source) return []
    const hit = { ..._source, matched: readMatched(matched_queries), clauses: matched_queries }
    return isNamed(hit, readings) ? [hit] : []
  })
  const [first] = best
  if (!first) return { status: 'None', candidates: [], suggestion: suggest(query, hasFilters) }
  const same = sameNames(best, first, readings)
  const candidates = (same.length > 0 ? same : best).slice(0, CANDIDATES).map(toCandidate)
  if (same.length === 0) return { status: 'Closest', candidates }
  return same.length === 1 && !isElsewhere(first, readings)
    ? { status: 'Exact', ein: first.ein, candidates }
    : { status: 'Ambiguous', candidates }
}

const isNamed = ({ matched, display }: Best, readings: readonly TypedName[]): boolean =>
  matched.size > 0 ||
  knownNames(display).some(({ value }) =>
    readings.some(({ name }) => similarityWithin(name, toSearchName(value)) >= FLOOR),
  )

/** Returns the best hits that the query names as well as it names the first one. */
function sameNames(best: Best[], first: Best, readings: readonly TypedName[]): Best[] {
  const having = (...names: string[]) =>
    best.filter(({ matched }) => names.every((name) => matched.has(name)))
  if (first.matched.has(CLAUSES.ein)) return [first]
  const exact = having(CLAUSES.exact)
  // A famous organization may come before those of exactly the typed name.
  if (exact.length > 0 && !exact.includes(first)) return [first, ...exact]
  if (exact.length > 0)
    return isOneWord(readings) ? distinct(exact, having(CLAUSES.acronym)) : exact
  if (first.matched.has(CLAUSES.placed)) {
    const level = PLACE_LEVELS.find((one) => first.matched.has(one))
    return level ? having(CLAUSES.placed, level) : having(CLAUSES.placed)
  }
  // "TWI Limited" is a name, not an acronym.
  const isAcronym = readings[0] !== undefined && !/\s/.test(readings[0].text.trim())
  return isAcronym && first.matched.has(CLAUSES.acronym) ? having(CLAUSES.acronym) : []
}

const isOneWord = ([whole]: readonly TypedName[]): boolean => !whole?.name.includes(' ')

const distinct = (...lists: Best[][]): Best[] => [...new Set(lists.flat())]

/** Whether a hit has the typed name, but not the typed place. */
function isElsewhere({ matched, clauses, display }: Best, readings: readonly Reading[]): boolean {
  if (!matched.has(CLAUSES.placed) || matched.has(CLAUSES.exact)) return false
  const typed = findSameName(withKeys(knownNames(display)), readings)?.typed
  return typed !== undefined && !agrees(typed, clauses)
}

function toCandidate({ ein, display }: CandidateSource): Resolution['candidates'][number] {
  const { name, city, state, primaryForm: form } = display
  return knownFields({ ein, name, city, state, form })
}

function suggest(query: string, hasFilters: boolean): string {
  if (/^\d{5}$/.test(query.trim()) && findZip(query.trim())) {
    return `To list the organizations in ZIP code ${query.trim()}, use ZIP=${query.trim()}.`
  }
  const state = stateNamed(query)
  if (state) return `To list the organizations in ${state.label}, use State=${state.code}.`
  const [city] = findCities(query.trim())
  if (city) return `To list the organizations in ${city.name}, use City=${city.name}.`
  if (parseTypedEin(query)) {
    return hasFilters
      ? 'No organization that matches these filters has this EIN. Remove the filters.'
      : 'No organization in this service has this EIN. Check its digits, or search by name.'
  }
  return hasFilters
    ? 'No similar name matches these filters. Remove the filters, or try Mode=Discovery to search by what organizations do.'
    : 'No similar name was found. Try fewer or different words, the nine-digit EIN, or Mode=Discovery to search by what organizations do.'
}
