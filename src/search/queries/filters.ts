import type { organizationsProperties } from '#mappings/organizations.ts'
import type { FacetKey, SearchFilters } from '../params.ts'

/** The path of a field in a group of the mapping. */
export type FieldOf<Group extends 'query' | 'filter' | 'sort'> =
  `${Group}.${keyof (typeof organizationsProperties)[Group]['properties'] & string}`

/** A piece of an OpenSearch request body. */
export type Clause = { [key: string]: unknown }

export type FilterClauses = {
  /** The filters by facet; a facet ignores its own filter and applies the others. */
  byFacet: Partial<Record<FacetKey, Clause[]>>
  others: Clause[]
}

const term = (field: FieldOf<'filter'>, value: string | undefined): Clause[] =>
  value === undefined ? [] : [{ term: { [field]: value } }]

const terms = (field: FieldOf<'filter'>, values: string[] | undefined): Clause[] =>
  values === undefined ? [] : [{ terms: { [field]: values } }]

function bounds(
  field: FieldOf<'filter'>,
  gte: number | undefined,
  lte: number | undefined,
): Clause[] {
  if (gte === undefined && lte === undefined) return []
  const range = { ...(gte !== undefined && { gte }), ...(lte !== undefined && { lte }) }
  return [{ range: { [field]: range } }]
}

function worksIn(states: string[] | undefined): Clause[] {
  const places = states?.map((state) => `US-${state}`)
  const should = [...terms('filter.state', states), ...terms('filter.places', places)]
  return states === undefined ? [] : [{ bool: { should } }]
}

/** Translates filters to clauses, grouped by facet. */
export function buildFilters(filters: SearchFilters): FilterClauses {
  return {
    byFacet: {
      State: term('filter.state', filters.state),
      Cause: [
        ...terms('filter.cause', filters.causes),
        ...term('filter.causeLabel', filters.causeLabel),
      ],
      Form: term('filter.form', filters.primaryForm),
      EntityType: term('filter.entityType', filters.entityType),
      RevenueBand: bounds('filter.revenue', filters.minRevenue, filters.maxRevenue),
    },
    others: [
      ...term('filter.evidenceTier', filters.evidenceTier),
      ...worksIn(filters.worksInStates),
    ],
  }
}

/** Returns all clauses except those of one facet. */
export const clausesWithout = (clauses: FilterClauses, facet?: FacetKey): Clause[] => [
  ...Object.entries(clauses.byFacet).flatMap(([key, own]) => (key === facet ? [] : own)),
  ...clauses.others,
]

/** Returns the facets that have a filter of their own. */
export const filteredFacets = (clauses: FilterClauses): FacetKey[] =>
  (Object.keys(clauses.byFacet) as FacetKey[]).filter(
    (key) => (clauses.byFacet[key] ?? []).length > 0,
  )
