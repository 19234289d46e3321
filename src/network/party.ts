import { formatEin } from '../domain/ein.ts'
import type { Form } from '../domain/form.ts'
import { knownFields } from '../domain/known-fields.ts'
import { toCityKey, toNameKey } from '../domain/name-keys.ts'
import type { EdgeCategory, MatchConfidence, MatchMethod } from '../domain/network.ts'
import { toLocation } from '../domain/places.ts'
import { nameAsFiled } from '../domain/recipients.ts'
import type { Direction } from './direction.ts'

/** A party's place, from its registry entry, its filing, or the row that names it. */
export type PartyPlace = { city?: string; state?: string; country?: string }

/** One side of a money flow. */
export type Party = {
  ein?: string
  name: string
  place: PartyPlace
  /** The place in words; absent if it is not known. */
  location?: string
  /** Whether it has a filing or postcard. */
  profileAvailable: boolean
}

/** A party as an organization in the store; all fields are null when none was found. */
export type PartyRow = {
  ein: string | null
  knownName: string | null
  knownCity: string | null
  knownState: string | null
  knownCountry: string | null
  hasProfile: boolean
}

/** A recipient as named in a row of a return. */
export type FiledParty = {
  /** Null or '' when the row names none, as on Schedule F. */
  filedName: string | null
  city: string | null
  state: string | null
  country: string | null
  region: string | null
}

/** Money that rows of a filing report, with the filing and the other side. */
export type FlowRow = PartyRow &
  FiledParty & {
    direction: Direction
    category: EdgeCategory
    matchMethod: MatchMethod
    matchConfidence: MatchConfidence
    objectId: string
    form: Form
    taxYear: number
    schemaVersion: string | null
    sourceArchive: string
  }

/** What a grant and an edge of the network say about the money and its match. */
export type Flow = Pick<
  FlowRow,
  'direction' | 'category' | 'matchMethod' | 'matchConfidence' | 'form' | 'taxYear'
> & {
  /** The recipient's name in the filing, if it differs from the organization's. */
  filedName?: string
  /** The recipient's place in the filing in words, if it differs from the organization's. */
  filedLocation?: string
  /** Schedule F: the region as filed. */
  region?: string
}

/** Returns the flow of a row; `recipient` is the organization that received the money. */
export const toFlow = (row: FlowRow, recipient: KnownRecipient): Flow =>
  knownFields({
    direction: row.direction,
    filedName: otherFiledName(recipient.knownName, row),
    filedLocation: toLocation(otherFiledPlace(recipient, row) ?? {}),
    category: row.category,
    region: row.region,
    form: row.form,
    taxYear: row.taxYear,
    matchMethod: row.matchMethod,
    matchConfidence: row.matchConfidence,
  })

/** The name and place that the filed ones are compared with. */
type KnownRecipient = Pick<PartyRow, 'knownName' | 'knownCity' | 'knownState'>

/** Returns the organization of a row, or the row's own words if none was found. */
export function toParty(row: PartyRow, filed: FiledParty): Party {
  const known = toPlace(row.knownCity, row.knownState, row.knownCountry)
  const place =
    Object.keys(known).length > 0 ? known : toPlace(filed.city, filed.state, filed.country)
  return partyOf(row, row.knownName ?? nameAsFiled(filed), place)
}

/** Returns the filer of a row, which always has a filing. */
export function toFiler(row: PartyRow): Party {
  const { ein, knownName } = row
  const name = knownName ?? (ein === null ? 'Name not reported' : `EIN ${formatEin(ein)}`)
  return partyOf(row, name, toPlace(row.knownCity, row.knownState, row.knownCountry))
}

const partyOf = ({ ein, hasProfile }: PartyRow, name: string, place: PartyPlace): Party =>
  knownFields({
    ...{ ein, name, place, location: toLocation(place), profileAvailable: hasProfile },
  })

/** Returns the filed name if its key differs from that of the organization's name. */
export function otherFiledName(
  known: string | null,
  { filedName }: Pick<FiledParty, 'filedName'>,
): string | undefined {
  if (!filedName || known === null) return undefined
  return toNameKey(filedName) === toNameKey(known) ? undefined : filedName
}

/** Returns the filed place if its state, or the key of its city, differs from the organization's. */
export function otherFiledPlace(
  { knownCity, knownState }: Pick<PartyRow, 'knownCity' | 'knownState'>,
  { city, state, country }: Omit<FiledParty, 'filedName' | 'region'>,
): PartyPlace | undefined {
  const isOtherState = state && knownState && state !== knownState
  const isOtherCity = city && knownCity && toCityKey(city) !== toCityKey(knownCity)
  return isOtherState || isOtherCity ? toPlace(city, state, country) : undefined
}

/** Returns a place without what is not known. */
export const toPlace = (
  city: string | null,
  state: string | null,
  country: string | null,
): PartyPlace => knownFields({ city: city || null, state: state || null, country: country || null })
