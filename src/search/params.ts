import type { OrganizationDisplay, OrganizationDocument } from '#mappings/organization-document.ts'
import type { FacetKey, PageOutcome } from './facets.ts'
import type { Clause, FieldOf } from './filter-table.ts'
import type { SearchFilters } from './filters.ts'

export type SearchMode = 'Identity' | 'Discovery'

export const SORTS = ['Relevance', 'Revenue', 'Assets', 'Rating', 'ProgramRatio', 'Recent'] as const
export type Sort = (typeof SORTS)[number]

export const SORT_ORDERS = ['desc', 'asc'] as const
export type SortOrder = (typeof SORT_ORDERS)[number]

/** Returns the default order of a sort: texts begin with A, figures with the highest. */
export const firstOrder = (sort: string | number): SortOrder =>
  sort === 'Name' || sort === 'Title' ? 'asc' : 'desc'

/**
 * Returns the sort and the order of a list: those given, otherwise the sort `first` and the default
 * order of the sort.
 */
export const orderOf = <Sort extends string | number>(
  { Sort, Order }: { Sort?: Sort | undefined; Order?: SortOrder | undefined },
  first: Sort,
) => {
  const sort = Sort ?? first
  return { sort, order: Order ?? firstOrder(sort) }
}

/** The field of each sort. */
export const SORT_FIELDS: Record<Exclude<Sort, 'Relevance'>, FieldOf<'sort'>> = {
  Revenue: 'sort.revenue',
  Assets: 'sort.assets',
  Rating: 'sort.rating',
  ProgramRatio: 'sort.programRatio',
  Recent: 'sort.recent',
}

/** 1 when only a classification is known; such organizations rank after all others. */
export const EVIDENCE_FIELD: FieldOf<'sort'> = 'sort.evidence'

/**
 * Builds the sort, highest figures first unless `order` is `asc`; missing values are always last. Every
 * sort ends in `ein`: scores and ratings often tie or are missing, and without a last key pages repeat
 * some hits and skip others.
 */
export function buildSort(sort: Sort, order: SortOrder = firstOrder(sort)): Clause[] {
  if (sort === 'Relevance') {
    return [{ _score: 'desc' }, { 'sort.prominence': 'desc' }, { ein: 'asc' }]
  }
  return [
    { [SORT_FIELDS[sort]]: { order, missing: '_last' } },
    { _score: 'desc' },
    { 'sort.prominence': 'desc' },
    { ein: 'asc' },
  ]
}

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

/** What a search reads of a document. */
export type DisplaySource = Pick<OrganizationDocument, 'ein' | 'display'>

export type Resolution = {
  status: 'Exact' | 'Ambiguous' | 'Closest' | 'None'
  ein?: string
  candidates: { ein: string; name: string; city?: string; state?: string; form?: string }[]
  /** What to try; only if the status is None. */
  suggestion?: string
}

export type SearchOutcome = PageOutcome<FacetKey> & {
  /** Name of the index the hits come from; absent without hits. */
  index?: string
  hits: Hit[]
  foundRelation: 'exact' | 'at least'
  /** Version of the ranking, such as `identity-1`. */
  queryVersion: string
  resolution?: Resolution
  /** Identity: how names were compared. */
  closeness?: Closeness
  /** Milliseconds in the engine, including the embedding. */
  engineMs: number
}
