import { toCityKey } from '#src/domain/name-keys.ts'
import { findCities, findZip } from '#src/domain/places/gazetteer.ts'
import { ABROAD, US_STATES } from '#src/domain/places.ts'
import type { OrganizationRow } from './organization-row.ts'

type Address = Pick<OrganizationRow, 'city' | 'state' | 'zip' | 'country'>

/** Where an organization is registered, as far as it is known. */
type RegisteredPlace = {
  /** USPS code, or `Abroad`. */
  state?: string | undefined
  /** Keys of the registered city and of the ZIP code's city. */
  city: string[]
  zip?: string | undefined
  county?: string | undefined
  location?: { lat: number; lon: number } | undefined
}

/**
 * Returns the USPS code of a U.S. address. Abroad, the filed state is a province's name or code,
 * which may look like a state's.
 */
function usStateOf({ state, country }: Address): string | undefined {
  if (state === null || !Object.hasOwn(US_STATES, state)) return undefined
  // A territory is also a country of its own, with the same two letters.
  return country === null || country === 'US' || country === state ? state : undefined
}

/** Returns the place that filters and names use. Only addresses in the United States have a ZIP code. */
export function toRegisteredPlace(row: Address): RegisteredPlace {
  const state = usStateOf(row)
  const isAbroad = row.country !== null && row.country !== 'US'
  if (state === undefined) return { state: isAbroad ? ABROAD : undefined, city: keysOf(row.city) }
  const zip = row.zip?.match(/^\d{5}/)?.[0]
  const found = zip === undefined ? undefined : findZip(zip)
  // A mistyped ZIP code usually belongs to another state.
  const area = found?.state === state ? found : undefined
  const center = area ?? findCities(row.city ?? '', state)[0]
  return {
    state,
    city: keysOf(row.city, area?.city),
    zip,
    county: area?.county?.code,
    location: center && { lat: center.lat, lon: center.lon },
  }
}

const keysOf = (...cities: (string | null | undefined)[]): string[] => [
  ...new Set(cities.map((city) => toCityKey(city ?? '')).filter((key) => key !== '')),
]
