import type { SearchFilters, SearchMode } from '../../search/params.ts'

/** A search that was rewritten, as it was run. */
export type Proposal = {
  query: string
  mode: SearchMode
  filters: SearchFilters
  /** How many it finds; see `foundRelation`. */
  found: number
  foundRelation: 'exact' | 'at least'
  /** What was changed, in one sentence. */
  why: string
  /** The first that it finds. */
  first: { ein: string; name: string; place?: string }
}

export type RecoveredSearch = {
  /** Feedback names it as RecoverySessionID (interface part 2.1). */
  id: string
  /** Up to three, the least changed first; empty where nothing helps. */
  proposals: Proposal[]
  /** Where nothing helps: what to try, in one sentence. */
  note?: string
}
