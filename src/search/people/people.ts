import type { PersonDisplay } from '#mappings/people.ts'
import type { FacetBucket, SortOrder } from '../params.ts'

/** Orders of people. The index has no pay and no name of the organization to sort by. */
export const PERSON_SORTS = ['Relevance', 'Name', 'Year'] as const
export type PersonSort = (typeof PERSON_SORTS)[number]

/** What to find: people of a name, of an organization, or both. */
export type PeopleParams = {
  name?: string | undefined
  ein?: string | undefined
  state?: string | undefined
  /** Defaults to `Relevance`: the best match, or without a name the latest year. */
  sort?: PersonSort | undefined
  /** Defaults to `asc` for `Name` and to `desc` for `Year`. */
  order?: SortOrder | undefined
  page: number
  limit: number
  facets: boolean
}

/**
 * How a name matches. `Reordered`: the same words in another order. `MiddleNames`: first and last name
 * agree, and middle names do not contradict. `Words`: the entry has all words. `Fuzzy`: misspelled.
 * `EIN`: no name was asked for.
 */
export const PERSON_MATCHES = [
  'ExactName',
  'Reordered',
  'MiddleNames',
  'Words',
  'Fuzzy',
  'EIN',
] as const
export type PersonMatch = (typeof PERSON_MATCHES)[number]

/** An entry of another organization with the same name, and the reasons why it may be one person. */
export type PossiblySame = {
  ein: string
  organization: string
  likelihood: 'Likely' | 'Possible'
  why: string[]
}

export type PersonHit = {
  ein: string
  display: PersonDisplay
  match: PersonMatch
  possiblySame: PossiblySame[]
}

export type PeopleOutcome = {
  hits: PersonHit[]
  found: number
  page: number
  hasNextPage: boolean
  /** By state; ignores the filter of the state. */
  states?: FacetBucket[]
}
