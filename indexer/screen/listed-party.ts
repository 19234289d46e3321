import type { RestrictionList } from '#src/rating/restriction.ts'
import type { ListedAddress } from '../records/restricted.ts'

/** An address; null is unknown. */
export type Address = Omit<ListedAddress, 'number'>

/** A party of a restriction list that counts today, with its other names and addresses. */
export type ListedParty = {
  list: RestrictionList
  entry: string
  kind: 'organization' | 'person' | 'other'
  name: string
  programs: string[]
  /** The entry says that the party itself is not excluded. */
  isPartial: boolean
  /** EINs, nine digits each. */
  eins: string[]
  /** Unique entity identifier; null if the list has none. */
  uei: string | null
  /** Month of the list, YYYY-MM. */
  asOf: string
  otherNames: { name: string; isWeak: boolean }[]
  addresses: Address[]
}

/** An organization as it is screened, with the officers of its latest filing. */
export type ScreenedOrganization = Address & {
  ein: string
  name: string
  nameRef: string
  names: { name: string; kind: 'legal' | 'doing-business-as' | 'former'; ref: string }[]
  officers: { name: string; ref: string }[]
  /**
   * UEIs that audits pair with it, the score of each pair (indexer/awards), and whether audits pair
   * the UEI with no other EIN. A UEI that clearly belongs to another organization is left out.
   */
  ueis: { uei: string; score: number; isAlone: boolean }[]
}
