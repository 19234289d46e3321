import { FACET_KEYS, type FacetKey } from '../params.ts'
import { type Clause, clausesWithout, type FilterClauses } from './filters.ts'

/** The field each facet counts; each holds codes, labels are joined when reading. */
export const FACET_FIELDS: Record<FacetKey, string> = {
  State: 'filter.state',
  Cause: 'filter.causeLabel',
  Form: 'filter.form',
  EntityType: 'filter.entityType',
  RevenueBand: 'filter.revenueBand',
}

// More than there are states, territories and military codes together (63 USPS codes); the
// other facets have 26 values at most. One shard keeps the counts exact.
const BUCKETS = 100

/**
 * Aggregations for every facet. Each stands under a filter of all other facets' filters, because
 * the filters themselves are applied after counting (post_filter).
 */
export const buildFacets = (clauses: FilterClauses): Clause =>
  Object.fromEntries(
    FACET_KEYS.map((key) => [
      key,
      {
        filter: { bool: { filter: clausesWithout(clauses, key) } },
        aggs: { values: { terms: { field: FACET_FIELDS[key], size: BUCKETS } } },
      },
    ]),
  )
