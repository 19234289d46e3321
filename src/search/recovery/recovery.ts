import type { SearchMode } from '../params.ts'

/** Filters of a search, in the form of the API's parameters. */
export type RecoveryFilters = {
  /** Two-letter code of the registered address. */
  state?: string | undefined
  /** NTEE code or prefix, or an exact label. */
  cause?: string | undefined
  /** Whole dollars of the latest filing. */
  minRevenue?: number | undefined
  maxRevenue?: number | undefined
}

/** A search that found nothing. */
export type FailedSearch = { query: string; filters: RecoveryFilters }

/** A rewritten search, before it is run. */
export type Rewrite = {
  query: string
  mode: SearchMode
  filters: RecoveryFilters
  /** What was changed, in one sentence. */
  why: string
}

/** Facts about a failed search, from the index. */
export type RecoveryFacts = {
  /** The query with words spelled as in names; absent if the index has no better spelling. */
  spelling?: string
  /** How many organizations pass each filter alone. */
  passing: Partial<Record<FilterKind, number>>
}

/** Filters that are removed together. */
export type FilterKind = 'state' | 'cause' | 'revenue'

/** A rewritten search, as it was run. */
export type Proposal = Rewrite & {
  /** How many organizations it finds; see `foundRelation`. */
  found: number
  foundRelation: 'exact' | 'at least'
  /** The first organization that it finds. */
  first: { ein: string; name: string; place?: string }
}

export type RecoveredSearch = {
  /** Feedback sends it as RecoverySessionID. */
  id: string
  /** Up to three, smallest change first. */
  proposals: Proposal[]
  /** What to try if there are no proposals, in one sentence. */
  note?: string
}
