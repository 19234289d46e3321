/** The restriction lists that organizations are screened against. */
export const RESTRICTION_LISTS = ['OFAC', 'SAM'] as const
export type RestrictionList = (typeof RESTRICTION_LISTS)[number]

/** Attributes that can agree between an organization and a listed party. */
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

/** An organization or officer that an entry of a list may name (indexer/screen/README.md). */
export type ScreeningMatch = {
  list: RestrictionList
  entry: string
  subject: 'organization' | 'officer'
  /** As filed or registered, with its Ref. */
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

/** A match with the scope and dates of its entry; dates are YYYY-MM-DD. */
export type Restriction = ScreeningMatch & {
  /** The party's first name in the list; `listedName` may be another one. */
  partyName: string
  /** Whether the entry does not exclude the party itself, or forbids only certain dealings. */
  isPartial: boolean
  /** SAM's type of exclusion. */
  exclusionType: string | null
  activeOn: string | null
  endsOn: string | null
}
