import { FACET_KEYS, type FacetKey } from '../params.ts'
import { type Clause, clausesWithout, type FieldOf, type FilterClauses } from './filters.ts'

/** The field each facet counts. Fields hold codes; `results/facets.ts` adds labels. */
export const FACET_FIELDS: Record<FacetKey, FieldOf<'filter'>> = {
  State: 'filter.state',
  Cause: 'filter.causeLabel',
  Form: 'filter.form',
  EntityType: 'filter.entityType',
  RevenueBand: 'filter.revenueBand',
}

// There are 63 USPS codes of states, territories and military addresses; other facets have at most
// 26 values. With one shard the counts are exact.
const BUCKETS = 100

/**
 * Builds the aggregation of each facet under the filters of all other facets. The search itself
 * filters after counting (post_filter).
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
