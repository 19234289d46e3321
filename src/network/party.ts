import { toCityKey, toNameKey } from '../domain/name-keys.ts'

/** Where a party is, as its registry, its filing or the row that names it says. */
export type PartyPlace = { city?: string; state?: string; country?: string }

/** One side of a flow of money. */
export type Party = {
  ein?: string
  name: string
  place: PartyPlace
  /** Whether a filing or postcard of it is known, so that its profile opens. */
  hasProfile: boolean
}

/** What the store tells of a party: as an organization (null: none was found), and as filed. */
export type PartyRow = {
  ein: string | null
  knownName: string | null
  knownCity: string | null
  knownState: string | null
  knownCountry: string | null
  hasProfile: boolean
}

/** A recipient as a row of a return names it. */
export type FiledParty = {
  /** Null or '' where none is named, as on Schedule F. */
  filedName: string | null
  city: string | null
  state: string | null
  country: string | null
  region: string | null
}

/** The organization of a row; the row's own words where none was found. */
export function toParty(row: PartyRow, filed: FiledParty): Party {
  const { ein, hasProfile, knownCity, knownState, knownCountry } = row
  const known = toPlace(knownCity, knownState, knownCountry)
  return {
    ...(ein !== null && { ein }),
    name: row.knownName ?? nameAsFiled(filed),
    place: Object.keys(known).length > 0 ? known : toPlace(filed.city, filed.state, filed.country),
    hasProfile,
  }
}

/** The filer of a row, which is always an organization with a filing. */
export function toFiler(row: PartyRow): Party {
  const place = toPlace(row.knownCity, row.knownState, row.knownCountry)
  const { ein, hasProfile } = row
  return { ...(ein !== null && { ein }), name: row.knownName ?? `EIN ${ein}`, place, hasProfile }
}

/**
 * What a recipient is called: `Unnamed recipient, <region>` where no row names it (decisions part
 * 6). Table network_edge orders by the same words (sort_name).
 */
export function nameAsFiled({
  filedName,
  region,
}: Pick<FiledParty, 'filedName' | 'region'>): string {
  if (filedName) return filedName
  return region === null ? 'Unnamed recipient' : `Unnamed recipient, ${region}`
}

/** The recipient's name as filed, where it is another than the organization's as names are compared. */
export function otherFiledName(
  known: string | null,
  { filedName }: Pick<FiledParty, 'filedName'>,
): string | undefined {
  if (!filedName || known === null) return undefined
  return toNameKey(filedName) === toNameKey(known) ? undefined : filedName
}

/**
 * The recipient's place as filed, where it is another than the organization's: another state, or a
 * city that is another as cities are compared.
 */
export function otherFiledPlace(
  { knownCity, knownState }: Pick<PartyRow, 'knownCity' | 'knownState'>,
  { city, state, country }: Omit<FiledParty, 'filedName' | 'region'>,
): PartyPlace | undefined {
  const isOtherState = state && knownState && state !== knownState
  const isOtherCity = city && knownCity && toCityKey(city) !== toCityKey(knownCity)
  return isOtherState || isOtherCity ? toPlace(city, state, country) : undefined
}

const toPlace = (
  city: string | null,
  state: string | null,
  country: string | null,
): PartyPlace => ({
  ...(city && { city }),
  ...(state && { state }),
  ...(country && { country }),
})
