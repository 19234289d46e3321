import type { Block, Leaf } from '#src/domain/blocks.ts'
import { type CellReader, readText } from '#src/domain/facts/row-facts-cells.ts'
import { toCityKey } from '#src/domain/name-keys.ts'
import { countryFromFips, US_STATES } from '#src/domain/places.ts'

/** A recipient's address, as a row of a return gives it. */
export type FiledPlace = {
  street: string | null
  city: string | null
  /** `toCityKey` of the city; '' without a city. */
  cityKey: string
  /** USPS code; only for a U.S. address. */
  state: string | null
  /** ZIP (44101, 44101-1234) or postal code. */
  zip: string | null
  /** ISO 3166 alpha-2; only for a foreign address. */
  country: string | null
}

const COLUMNS = ['street', 'street2', 'city', 'state', 'zip', 'country'] as const

type PlaceReaders = Readonly<Record<(typeof COLUMNS)[number], CellReader>>

/** Prepares reading the columns of an address; `reader` prepares one column. */
export const placeReaders = (reader: (column: string) => CellReader): PlaceReaders =>
  Object.fromEntries(COLUMNS.map((column) => [column, reader(column)])) as PlaceReaders

/** Returns the address of a row; all fields are null if it has none. */
export function readPlace(row: Leaf | Block, cells: PlaceReaders): FiledPlace {
  const textOf = (cell: CellReader) => readText(row, cell) ?? null
  const street = [textOf(cells.street), textOf(cells.street2)].filter((line) => line !== null)
  const city = textOf(cells.city)
  const fips = textOf(cells.country)
  const isAbroad = fips !== null && !HOME.test(fips)
  const zip = textOf(cells.zip)
  return {
    street: street.length > 0 ? street.join(', ') : null,
    city,
    cityKey: city === null ? '' : cityKeyOf(city),
    state: isAbroad ? null : toState(textOf(cells.state)),
    zip: isAbroad ? zip : toZip(zip),
    country: isAbroad ? (countryFromFips(fips) ?? null) : null,
  }
}

// Most recipients are in a few cities, and computing a key takes longer than the rest of an
// address.
const MOST_CITIES = 4_096
const cityKeys = new Map<string, string>()

function cityKeyOf(city: string): string {
  const known = cityKeys.get(city)
  if (known !== undefined) return known
  if (cityKeys.size >= MOST_CITIES) cityKeys.clear()
  const key = toCityKey(city)
  cityKeys.set(city, key)
  return key
}

// Some filers put a U.S. address into the element for foreign ones.
const HOME = /^\s*USA?\s*$/i

function toState(filed: string | null): string | null {
  const code = filed?.toUpperCase() ?? ''
  return Object.hasOwn(US_STATES, code) ? code : null
}

const toZip = (filed: string | null): string | null =>
  filed?.replace(/^(\d{5})-?(\d{4})$/, '$1-$2') ?? null
