import type { FacetKey, SearchFilters } from '../params.ts'

/** A piece of an OpenSearch request body. */
export type Clause = { [key: string]: unknown }

export type FilterClauses = {
  /** The filter a facet stands for; a facet ignores its own and obeys the others. */
  byFacet: Partial<Record<FacetKey, Clause[]>>
  others: Clause[]
}

const term = (field: string, value: string | undefined): Clause[] =>
  value === undefined ? [] : [{ term: { [field]: value } }]

const terms = (field: string, values: string[] | undefined): Clause[] =>
  values === undefined ? [] : [{ terms: { [field]: values } }]

const bounds = (min: number | undefined, max: number | undefined): Clause[] =>
  min === undefined && max === undefined
    ? []
    : [
        {
          range: {
            'filter.revenue': {
              ...(min !== undefined && { gte: min }),
              ...(max !== undefined && { lte: max }),
            },
          },
        },
      ]

const worksIn = (states: string[] | undefined): Clause[] =>
  states === undefined
    ? []
    : [
        {
          bool: {
            should: [
              ...terms('filter.state', states),
              ...terms(
                'filter.places',
                states.map((state) => `US-${state}`),
              ),
            ],
          },
        },
      ]

/** Translates filters to clauses, kept by the facet they belong to. */
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
      RevenueBand: bounds(filters.minRevenue, filters.maxRevenue),
    },
    others: [
      ...term('filter.evidenceTier', filters.evidenceTier),
      ...worksIn(filters.worksInStates),
    ],
  }
}

/** All clauses but those of one facet. */
export const clausesWithout = (clauses: FilterClauses, facet?: FacetKey): Clause[] => [
  ...Object.entries(clauses.byFacet).flatMap(([key, own]) => (key === facet ? [] : own)),
  ...clauses.others,
]

/** The facets that have a filter of their own. */
export const filteredFacets = (clauses: FilterClauses): FacetKey[] =>
  (Object.keys(clauses.byFacet) as FacetKey[]).filter(
    (key) => (clauses.byFacet[key] ?? []).length > 0,
  )
