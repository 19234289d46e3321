import type { GrantDisplay } from '#mappings/grants.ts'
import type { Form } from '../../domain/form.ts'
import type {
  EdgeCategory,
  MatchConfidence,
  MatchMethod,
  NotCounted,
} from '../../domain/network.ts'
import type { FacetCounts } from '../facets.ts'
import type { SortOrder } from '../params.ts'
import type { GrantFacet, GrantFilters } from './filters.ts'

export const GRANT_SORTS = ['Relevance', 'Amount', 'Year'] as const
export type GrantSort = (typeof GRANT_SORTS)[number]

export type GrantSearch = {
  /** Words of the purpose, or an EIN of either side; empty: all rows that pass the filters. */
  query: string
  filters: GrantFilters
  sort: GrantSort
  /** `desc`, from the highest value, if absent. Relevance has one order. */
  order?: SortOrder
  facets: boolean
  /** From 1. */
  page: number
  limit: number
}

/** A frequent purpose that is close in meaning to a query, and their cosine. */
export type NearPurpose = { purpose: string; similarity: number }

/** Why a row is a hit. */
export type GrantMatch = {
  kind: 'EIN' | 'Words' | 'Meaning' | 'Filter'
  field: 'FunderEIN' | 'RecipientEIN' | 'Purpose' | 'RecipientName' | 'Filters'
  /** Of the purpose to the query, 0 to 1; only if the meaning matched. */
  similarity?: number
}

/** The row as filed, with the types of the domain. */
export type FiledGrant = Omit<
  GrantDisplay,
  'form' | 'notCounted' | 'matchMethod' | 'matchConfidence'
> & {
  form: Form
  notCounted?: NotCounted
  matchMethod: MatchMethod
  matchConfidence: MatchConfidence
}

export type GrantHit = FiledGrant & {
  funderEin: string
  recipientEin?: string
  /** Dollars. */
  amount?: number
  taxYear: number
  category: EdgeCategory
  match: GrantMatch
}

/** A sum over rows of a category. Rows without an amount add nothing. */
export type GrantSum = {
  category: EdgeCategory
  /** Whether sums over counterparties include the rows. */
  isCounted: boolean
  rows: number
  /** Rows that state an amount. */
  amounts: number
  /** Dollars; absent if no row states an amount, or the sum is not exact. */
  amount?: number
}

export type GrantOutcome = {
  hits: GrantHit[]
  found: number
  sums: GrantSum[]
  facets?: FacetCounts<GrantFacet>
  hasNextPage: boolean
  /** Version of the ranking. */
  queryVersion: string
}
