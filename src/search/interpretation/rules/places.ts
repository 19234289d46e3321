import { findCities } from '#src/domain/places/gazetteer.ts'
import type { SearchFilters } from '../../filters.ts'
import { type Match, matchPattern } from '../patterns.ts'
import { type Place, placeAt, placeInUnknownTown, reasonsOf, toNear } from '../place-at.ts'
import {
  type Effect,
  isFreeIn,
  type NotUnderstood,
  type Outcome,
  type PhraseKey,
  type Reading,
  type Rule,
  refuses,
  wordsOf,
} from '../reading.ts'
import { isIn, reasonOf } from '../vocabulary.ts'

type Places = Place & { extra: (NotUnderstood & { start: number })[] }

const OR = new Intl.ListFormat('en', { type: 'disjunction' })
const AND = [',? and|or|+|& in?', ', in?', '/']

/** Reads a place and those listed after it. One search covers many states but only one city. */
export function readPlaces(reading: Reading, at: number, isLinked: boolean): Places | undefined {
  const place = placeAt(reading, at, { isLinked })
  if (!place) return undefined
  const states = [...(place.filters.worksInStates ?? [])]
  const [labels, extra] = [[place.label], reasonsOf(place, reading)]
  let { to } = place
  for (let next = nextPlace(reading, to, isLinked); next; next = nextPlace(reading, to, isLinked)) {
    const { worksInStates } = next.filters
    if (states.length === 0 || !worksInStates) {
      // "in Ohio, Cleveland" is a state and then another place.
      if (states.length > 0) break
      const phrase = wordsOf(reading, next.from, next.to)
      extra.push({ phrase, start: next.from, ...reasonOf('city') })
    } else {
      states.push(...worksInStates)
      labels.push(next.label)
      extra.push(...reasonsOf(next, reading))
    }
    to = next.to
  }
  const filters = states.length > 0 ? { worksInStates: [...new Set(states)] } : place.filters
  return { ...place, to, extra, filters, label: OR.format(labels) }
}

function nextPlace(reading: Reading, to: number, isLinked: boolean) {
  for (const pattern of AND) {
    const link = matchPattern(pattern, reading.tokens, to, isFreeIn(reading))
    const place = link && placeAt(reading, link.to, { isLinked: isLinked || link.to - to > 1 })
    // "OR" between two commas is Oregon.
    if (place) return { ...place, from: link.to }
  }
  return undefined
}

const KEYS: (keyof SearchFilters)[] = ['near', 'city', 'zip', 'counties', 'state', 'worksInStates']

/** Returns the filter of a place, and takes its words from `from` on. */
export function toOutcome(places: Places, match: Pick<Match, 'from'>, reading: Reading): Outcome {
  reading.notUnderstood.push(...places.extra)
  const key = KEYS.find((one) => places.filters[one as 'city'] !== undefined) as PhraseKey
  const meaning = meaningOf(places)
  const effects: Effect[] = [{ key, meaning, set: { filters: places.filters } }]
  return { effects, from: match.from, to: places.to }
}

function meaningOf({ filters, label }: Places): string {
  if (filters.worksInStates) return `works or is registered in ${label}`
  if (filters.near) return `registered near ${filters.near.label} (${label})`
  return `registered in ${label}`
}

/** "based in Ohio" means the address. */
function atAddress(places: Places): Places {
  const { worksInStates: [state, ...others] = [] } = places.filters
  return state && others.length === 0
    ? { ...places, filters: { state }, label: places.label }
    : places
}

const MILE_KM = 1.609

function near({ from, to, values }: Match, reading: Reading): Outcome | undefined {
  const place = placeAt(reading, to, { isLinked: true })
  if (!place) return undefined
  const { area } = place
  if (!area) return toOutcome({ ...place, extra: reasonsOf(place, reading) }, { from }, reading)
  const { amount, unit } = values
  const given = amount && { km: amount.token.value * (unit?.value === 'mile' ? MILE_KM : 1) }
  const places = { ...place, ...toNear({ ...area, ...given }), extra: [] }
  return toOutcome(places, { from }, reading)
}

const INSIDE = new Set('of for to the by and from with'.split(' '))

/** Whether a place stands at an edge of the words that are left. */
function isAtEdge({ taken, tokens }: Reading, from: number, to: number): boolean {
  const isGone = (at: number) => taken[at] !== false || tokens[at]?.kind === 'sign'
  // "Friends of Oregon" is a name.
  if (!isGone(from - 1) && INSIDE.has(tokens[from - 1]?.word ?? '')) return false
  return from === 0 || isGone(from - 1) || to >= tokens.length || isGone(to)
}

const closestBefore = ({ tokens }: Reading, at: number): boolean =>
  tokens.slice(0, at).some(({ word }) => word === 'closest' || word === 'nearest')

/** Places that are not wanted, read before amounts, because they contain distances. */
export const NOT_NEAR: readonly Rule[] = [
  {
    name: 'not near a place',
    patterns: [
      'more|farther|further|greater than <amount> <unit> away? from|of',
      'over <amount> <unit> away? from|of',
      'not near|nearby',
      'not close to',
      'far|away from',
    ],
    read: ({ to }, reading) => ({
      effects: [reasonOf('notcity')],
      to: placeAt(reading, to, { isLinked: true })?.to ?? to,
    }),
  },
]

/** Places: with a preposition, or at an edge of the words ("Ohio food banks", "museums Boston"). */
export const PLACES: readonly Rule[] = [
  {
    name: 'everywhere',
    patterns: ['<nowhere>'],
    // "in the U.S. Virgin Islands" is a place.
    read: ({ to }, { tokens }) =>
      tokens[to]?.word === 'virgin'
        ? undefined
        : [{ key: 'note', meaning: 'all organizations file in the United States' }],
  },
  {
    name: 'a distance from a place',
    patterns: ['within|in? a|the? <amount> <unit> radius? of|from|around'],
    read: near,
  },
  refuses('a distance', 'radius', 'within <amount> <unit>'),
  { name: 'near a place', patterns: ['<near> the? zip|zipcode code?', '<near>'], read: near },
  {
    name: 'the closest to a place',
    patterns: ['to'],
    read: (match, reading) =>
      closestBefore(reading, match.from) ? near(match, reading) : undefined,
  },
  {
    name: 'closest',
    patterns: ['the? closest|nearest'],
    read: (_, { filters }) => (filters.near ? ['filler'] : undefined),
  },
  {
    name: 'a ZIP code',
    patterns: ['in|near? the? zip|zipcode|zips code|codes? starting|beginning? with? <amount>'],
    read: ({ values: { amount } }) => {
      const zip = amount?.token.text ?? ''
      if (!/^\d{3,5}$/.test(zip)) return undefined
      const meaning = `registered in ZIP codes that begin with ${zip}`
      return [{ key: 'zip', meaning, set: { filters: { zip } } }]
    },
  },
  {
    name: 'in a place',
    patterns: ['<registered>? <in_place>'],
    read: ({ from, to, values: { registered } }, reading) => {
      const found = readPlaces(reading, to, true) ?? unknownTown(reading, to)
      return found && toOutcome(registered ? atAddress(found) : found, { from }, reading)
    },
  },
  {
    name: 'on a coast or an island',
    patterns: ['on'],
    read: ({ from, to }, reading) => {
      const found = readPlaces(reading, to, true)
      const isRegion = found?.filters.near ?? (found?.filters.worksInStates ?? [])[1]
      return found && isRegion ? toOutcome(found, { from }, reading) : undefined
    },
  },
  {
    name: 'of a place',
    patterns: ['of'],
    read: ({ from, to }, reading) => {
      const isOfMany = isIn('generic', reading.tokens[from - 1]?.word ?? '')
      const found = isOfMany ? readPlaces(reading, to, true) : undefined
      return found && toOutcome(found, { from }, reading)
    },
  },
]

function unknownTown(reading: Reading, at: number): Places | undefined {
  const place = placeInUnknownTown(reading, at)
  return place && { ...place, extra: reasonsOf(place, reading) }
}

/** Reads places without a preposition, which need an edge. */
export const EDGE_PLACES: readonly Rule[] = [
  {
    name: 'a place without a preposition',
    patterns: ['<word>', '<amount>'],
    read: ({ from }, reading) => {
      if (!isNearEdge(reading, from)) return undefined
      const found = readPlaces(reading, from, false)
      if (!found || !isAtEdge(reading, from, found.to)) return undefined
      if (isElsewhere(found, reading)) return undefined
      return toOutcome(found, { from: comma(reading, from) }, reading)
    },
  },
]

/** "boston terrier rescue in Florida" has no city. */
function isElsewhere({ filters: { city, state } }: Places, { filters }: Reading): boolean {
  const states = filters.worksInStates ?? (filters.state ? [filters.state] : [])
  const others = state ? [state] : findCities(city ?? '').map((one) => one.state)
  return city !== undefined && states.length > 0 && !others.some((one) => states.includes(one))
}

// "Winston Salem, North Carolina" and a word after a hyphen.
const LONGEST_PLACE = 6

/** Whether a place that begins here can reach an edge. */
function isNearEdge({ taken, tokens }: Reading, from: number): boolean {
  const isGone = (at: number) => taken[at] !== false || tokens[at]?.kind === 'sign'
  const next = tokens.findIndex((_, at) => at > from && isGone(at))
  return isGone(from - 1) || (next === -1 ? tokens.length : next) - from <= LONGEST_PLACE
}

/** A comma before the place belongs to it. */
const comma = ({ tokens, taken }: Reading, from: number): number =>
  tokens[from - 1]?.text === ',' && !taken[from - 1] ? from - 1 : from
