import type { PersonDisplay } from '#mappings/people.ts'
import type { FacetBucket } from '../params.ts'

/** What to find: people of a name, of an organization, or both. */
export type PeopleParams = {
  name?: string | undefined
  ein?: string | undefined
  state?: string | undefined
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
