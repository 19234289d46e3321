import type { RestrictionList } from '#src/rating/restriction.ts'

/** Where somebody is; null is not known. */
export type Address = {
  street: string | null
  city: string | null
  /** USPS code; null abroad. */
  state: string | null
  zip: string | null
  /** ISO 3166 alpha-2, or as a list writes it. */
  country: string | null
}

/** A party of a restriction list that counts today, with its other names and addresses. */
export type ListedParty = {
  list: RestrictionList
  entry: string
  kind: 'organization' | 'person' | 'other'
  name: string
  programs: string[]
  /** The entry says that the party itself is not excluded. */
  isPartial: boolean
  /** Nine digits each. */
  eins: string[]
  /** Unique entity identifier; null where the list gives none. */
  uei: string | null
  /** Month of the list, YYYY-MM. */
  asOf: string
  otherNames: { name: string; isWeak: boolean }[]
  addresses: Address[]
}

/**
 * An organization as it is screened: its names, its place, its identifiers, the officers of its
 * latest filing.
 */
export type ScreenedOrganization = Address & {
  ein: string
  name: string
  nameRef: string
  names: { name: string; kind: 'legal' | 'doing-business-as' | 'former'; ref: string }[]
  officers: { name: string; ref: string }[]
  /**
   * Unique entity identifiers that audits give it, how sure that is (indexer/awards), and whether
   * they give them no other EIN. Where another clearly holds one, it is not among them.
   */
  ueis: { uei: string; score: number; isAlone: boolean }[]
}
