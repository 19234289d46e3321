import type { EvidenceTier, OrganizationDisplay } from '#mappings/organization-document.ts'
import type { EntityType, Form } from '../domain/form.ts'

export type SearchMode = 'Identity' | 'Discovery'

export const SORTS = ['Relevance', 'Revenue', 'Assets', 'Rating', 'ProgramRatio', 'Recent'] as const
export type Sort = (typeof SORTS)[number]

/** What narrows a search; every value is validated and canonical (state codes, NTEE codes). */
export type SearchFilters = {
  /** Two-letter code of the registered address. */
  state?: string
  /** Two-letter codes of states, in any of which the organization works or is registered. */
  worksInStates?: string[]
  /** NTEE codes or prefixes, any of which fits: `K`, `K3`, `K31` (from `findCause`). */
  causes?: string[]
  /** Canonical label of a major group. */
  causeLabel?: string
  /** Whole dollars of the latest filing. */
  minRevenue?: number
  maxRevenue?: number
  primaryForm?: Form
  entityType?: EntityType
  /** Discovery only. */
  evidenceTier?: EvidenceTier
}

export type SearchParams = {
  /** Empty in Discovery: all that pass the filters. */
  query: string
  mode: SearchMode
  /** One-based; in A, `Cursor`. */
  page: number
  limit: number
  sort: Sort
  facets: boolean
  filters: SearchFilters
}

/** Why a hit is one; decisions part 7. */
export type Match = {
  kind: 'EIN' | 'ExactName' | 'Alias' | 'Prefix' | 'Fuzzy' | 'Cause' | 'Filter'
  /**
   * What matched: `EIN`, `Name`, `FormerName`, `DoingBusinessAs`, `LegalName`, `Acronym`,
   * `CauseText`, or the `Filters` alone.
   */
  field: string
  /** The matched value as filed or registered. */
  value?: string
  ref?: string
  /** Where the organization is, when the query gave its whole name with its place: `Omaha, NE`. */
  place?: string
  /** Discovery: the number of candidates ranked, which pages and facets describe. */
  window?: number
}

export type MatchReason =
  | {
      kind: 'Passage'
      passage: 'Mission' | 'Program' | 'Website' | 'Classification'
      /** Text as filed with the matching words between <em> and </em>. */
      text: string
      /** False when the meaning matched and no word did. */
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
  /** On None: what to try. */
  suggestion?: string
}

export const FACET_KEYS = ['State', 'Cause', 'Form', 'EntityType', 'RevenueBand'] as const
export type FacetKey = (typeof FACET_KEYS)[number]
export type FacetBucket = { value: string; label: string; count: number }

export type SearchOutcome = {
  /** The index that answered, by its own name; unknown where it gave no hit. */
  index?: string
  hits: Hit[]
  found: number
  foundRelation: 'exact' | 'at least'
  page: number
  hasNextPage: boolean
  /** Names the ranking, e.g. `identity-1`. */
  queryVersion: string
  facets?: Record<FacetKey, FacetBucket[]>
  resolution?: Resolution
  /** Milliseconds the engine took, embedding included. */
  engineMs: number
}
