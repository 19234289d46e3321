import { toCityKey } from '../name-keys.ts'
import { stateNamed } from '../places.ts'
import { nearestByTrigrams } from '../similarity.ts'
import { readTsv } from '../tsv.ts'
import {
  type Area,
  areaNear,
  areaOfZip,
  type County,
  cityNames,
  countyNames,
  findCities,
  findCounties,
  findCounty,
  findMetro,
} from './gazetteer.ts'

/** A region of several states, by the USPS codes that people usually count to it. */
type UsRegion = { label: string; states: string[] }

const REGIONS = new Map(
  readTsv(new URL('./us-regions.tsv', import.meta.url)).map(([label = '', states = '']) => [
    label.toLowerCase().replaceAll('-', ' '),
    { label, states: states.split(' ') },
  ]),
)

/** Returns the region with this name in lower case, such as "new england". */
export const findUsRegion = (name: string): UsRegion | undefined => REGIONS.get(name)

const ZIP = /^\d{5}(?:-?\d{4})?$/

/** Splits "Springfield, IL" into a name and the code of a state; without a comma, it is all name. */
function splitState(text: string): { name: string; state?: string } {
  const comma = text.lastIndexOf(',')
  const state = comma === -1 ? undefined : stateNamed(text.slice(comma + 1))
  return state ? { name: text.slice(0, comma).trim(), state: state.code } : { name: text.trim() }
}

/** Returns the area around a ZIP code, a city ("Boston, MA"), or within a region ("Bay Area"). */
export function findArea(text: string): Area | undefined {
  const zip = ZIP.test(text.trim()) ? areaOfZip(text.trim()) : undefined
  if (zip) return zip
  // New England is also a town in North Dakota.
  if (findUsRegion(text.trim().toLowerCase())) return undefined
  const { name, state } = splitState(text)
  const [city] = findCities(name, state)
  return findMetro(text) ?? (city && areaNear(city))
}

const COUNTY_CODES = /^[A-Z]{2}-\d{3}(?:,[A-Z]{2}-\d{3})*$/

/**
 * Returns the counties that "Cook", "Cook County", or "Cook County, IL" names, or those of codes
 * ("IL-031,GA-075").
 */
export function countiesNamed(text: string): County[] {
  if (COUNTY_CODES.test(text)) return text.split(',').flatMap((code) => findCounty(code) ?? [])
  const { name, state } = splitState(text)
  return findCounties(name, state)
}

const NEAREST = 3

// Typing errors keep the first letter, and add or lose few.
const MAX_LETTERS = 3

const mayBe = (typed: string, name: string): boolean =>
  toCityKey(name)[0] === toCityKey(typed)[0] && Math.abs(name.length - typed.length) <= MAX_LETTERS

/** Returns the names most similar to a mistyped one. */
const nearestOf = (typed: string, names: readonly string[]): string[] =>
  nearestByTrigrams(
    typed,
    names.filter((name) => mayBe(typed, name)),
    (name) => name,
    NEAREST,
  )

/** Returns the names of the cities most similar to an unknown one. */
export const nearestCities = (typed: string): string[] =>
  nearestOf(splitState(typed).name, cityNames())

/** Returns the names of the counties most similar to an unknown one. */
export const nearestCounties = (typed: string): string[] =>
  nearestOf(splitState(typed).name, countyNames())
