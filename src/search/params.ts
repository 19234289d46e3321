import type { EvidenceTier, OrganizationDisplay } from '#mappings/organization-document.ts'
import type { EntityType, Form } from '../domain/form.ts'
import type { Area } from '../domain/places/gazetteer.ts'

export type SearchMode = 'Identity' | 'Discovery'

export const SORTS = ['Relevance', 'Revenue', 'Assets', 'Rating', 'ProgramRatio', 'Recent'] as const
export type Sort = (typeof SORTS)[number]

export const SORT_ORDERS = ['desc', 'asc'] as const
export type SortOrder = (typeof SORT_ORDERS)[number]

/** Returns the default order of a sort: texts begin with A, figures with the highest. */
export const firstOrder = (sort: string | number): SortOrder =>
  sort === 'Name' || sort === 'Title' ? 'asc' : 'desc'

/** Filters of a search. Every value is validated and canonical (state codes, NTEE codes). */
export type SearchFilters = {
  /** Two-letter code of the registered address, or `Abroad`. */
  state?: string
  /** Two-letter codes; the organization works or is registered in one of these states. */
  worksInStates?: string[]
  /** NTEE codes or prefixes, one of which must match: `K`, `K3`, `K31` (from `findCause`). */
  causes?: string[]
  /** Canonical label of a major group. */
  causeLabel?: string
  /** Key of the registered city (`toCityKey`). */
  city?: string
  /** The first three to five digits of the registered ZIP code. */
  zip?: string
  /** Codes of `findCounties`, one of which must match: `IL-031`. */
  counties?: string[]
  /** The registered address lies within this area. */
  near?: Area
  /** Whole dollars of the latest filing. */
  minRevenue?: number
  maxRevenue?: number
  minAssets?: number
  maxAssets?: number
  /** 0 to 100. */
  minRating?: number
  /** Shares of expenses spent on programs, 0 to 1. */
  minProgramRatio?: number
  maxProgramRatio?: number
  /** Earliest tax year of the latest filing. */
  filedSince?: number
  /** Subsection of 501(c) as two digits: `03`. */
  subsection?: string
  /** Years of the IRS ruling that recognized the exemption, both included. */
  minRulingYear?: number
  maxRulingYear?: number
  /** What a match must not have. */
  exclude?: Exclusion[]
  primaryForm?: Form
  entityType?: EntityType
  /** Discovery only. */
  evidenceTier?: EvidenceTier
}

/**
 * Words in the name or the cause text, words in the name, NTEE codes or prefixes, or states of
 * registration.
 */
export type Exclusion =
  | { kind: 'words'; words: string }
  | { kind: 'name'; words: string }
  | { kind: 'causes'; causes: string[] }
  | { kind: 'states'; states: string[] }

/**
 * How names are compared: `Close` finds whole names, beginnings, and names with all words. `Loose`
 * finds misspellings and names with most words; it costs ten times as much, so it runs only if `Close`
 * finds nothing. `Misspelt` is the part of `Loose` in which every word counts.
 */
export type Closeness = 'Close' | 'Misspelt' | 'Loose'

export type SearchParams = {
  /** Empty in Discovery: all organizations that pass the filters. */
  query: string
  mode: SearchMode
  /** From 1; `Cursor` on surface A. */
  page: number
  limit: number
  sort: Sort
  /** `desc`, from the highest figure, if absent. Relevance has one order. */
  order?: SortOrder
  facets: boolean
  filters: SearchFilters
  /** Identity: the only comparison; `Close`, then `Loose` if absent. */
  closeness?: Closeness
}

/** Why an organization is a hit. */
export type Match = {
  kind: 'EIN' | 'ExactName' | 'Alias' | 'Prefix' | 'Fuzzy' | 'Cause' | 'Filter'
  /**
   * The field that matched: `EIN`, `Name`, `FormerName`, `DoingBusinessAs`, `LegalName`, `Acronym`,
   * `CauseText`, or only the `Filters`.
   */
  field: string
  /** The matched value as filed or registered. */
  value?: string
  ref?: string
  /** The organization's place, when the query was its whole name and its place: `Omaha, NE`. */
  place?: string
  /** Discovery: how many candidates were ranked; pages and facets cover only these. */
  window?: number
}

export type MatchReason =
  | {
      kind: 'Passage'
      passage: 'Mission' | 'Program' | 'Website' | 'Classification'
      /** Text as filed, with matching words in <em>. */
      text: string
      /** False when only the meaning matched. */
      isHighlighted: boolean
      ref: string
    }
  | { kind: 'Name'; text: string; ref: string }
  | { kind: 'Place'; code: string; label: string; ref: string }
  | { kind: 'Classification'; code: string; label: string; isInferred: boolean; ref?: string }

export type Hit = {
  ein: string
  display: OrganizationDisplay
  match: Match
  reasons: MatchReason[]
  /** One sentence; Discovery only. */
  explanation?: string
}

export type Resolution = {
  status: 'Exact' | 'Ambiguous' | 'Closest' | 'None'
  ein?: string
  candidates: { ein: string; name: string; city?: string; state?: string; form?: string }[]
  /** What to try; only if the status is None. */
  suggestion?: string
}

export const FACET_KEYS = ['State', 'Cause', 'Form', 'EntityType', 'RevenueBand'] as const
export type FacetKey = (typeof FACET_KEYS)[number]
export type FacetBucket = { value: string; label: string; count: number }

export type SearchOutcome = {
  /** Name of the index the hits come from; absent without hits. */
  index?: string
  hits: Hit[]
  found: number
  foundRelation: 'exact' | 'at least'
  page: number
  hasNextPage: boolean
  /** Version of the ranking, such as `identity-1`. */
  queryVersion: string
  facets?: Record<FacetKey, FacetBucket[]>
  resolution?: Resolution
  /** Identity: how names were compared. */
  closeness?: Closeness
  /** Milliseconds in the engine, including the embedding. */
  engineMs: number
}
