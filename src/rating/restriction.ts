/** The restriction lists that organizations are screened against. */
export const RESTRICTION_LISTS = ['OFAC', 'SAM'] as const
export type RestrictionList = (typeof RESTRICTION_LISTS)[number]

/** What can agree between an organization and a listed party. */
export const AGREEMENTS = [
  'ein',
  'uei',
  'name',
  'alias',
  'city',
  'state',
  'country',
  'address',
] as const
export type Agreement = (typeof AGREEMENTS)[number]

/** How a name was found. */
export const MATCH_METHODS = [
  'Identifier',
  'ExactName',
  'Alias',
  'ReorderedName',
  'Transliteration',
] as const
export type MatchMethod = (typeof MATCH_METHODS)[number]

/** Who of an organization may be meant by an entry of a list (decisions part 4, Restrictions). */
export type ScreeningMatch = {
  list: RestrictionList
  entry: string
  subject: 'organization' | 'officer'
  /** As filed or registered, and the Ref of where it stands. */
  subjectName: string
  subjectRef: string
  listedName: string
  method: MatchMethod
  agreed: Agreement[]
  status: 'Confirmed' | 'Review'
  programs: string[]
  /** Ref of the list's row. */
  ref: string
}

/** A match with what its entry says of how far and how long it reaches; dates are YYYY-MM-DD. */
export type Restriction = ScreeningMatch & {
  /** What the list calls the party first; `listedName` may be another of its names. */
  partyName: string
  /** The entry says that the party itself is not excluded, or forbids certain dealings only. */
  isPartial: boolean
  /** SAM's type of exclusion. */
  exclusionType: string | null
  activeOn: string | null
  endsOn: string | null
}
