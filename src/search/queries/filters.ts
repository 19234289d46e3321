import type { organizationsProperties } from '#mappings/organizations.ts'
import { singular } from '../../domain/cause-phrases.ts'
import { normalizeName } from '../../domain/names.ts'
import type { Area } from '../../domain/places/gazetteer.ts'
import type { Exclusion, FacetKey, SearchFilters, Sort, SortOrder } from '../params.ts'

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

export const terms = (field: FieldOf<'filter'>, values: string[] | undefined): Clause[] =>
  values === undefined ? [] : [{ terms: { [field]: values } }]

/** Builds a range with the given bounds, both included; none without a bound. */
export function rangeOf(field: string, gte: number | undefined, lte: number | undefined): Clause[] {
  if (gte === undefined && lte === undefined) return []
  const range = { ...(gte !== undefined && { gte }), ...(lte !== undefined && { lte }) }
  return [{ range: { [field]: range } }]
}

const bounds: (
  field: FieldOf<'filter'> | FieldOf<'sort'>,
  gte: number | undefined,
  lte: number | undefined,
) => Clause[] = rangeOf

function worksIn(states: string[] | undefined): Clause[] {
  const places = states?.map((state) => `US-${state}`)
  const should = [...terms('filter.state', states), ...terms('filter.places', places)]
  return states === undefined ? [] : [{ bool: { should } }]
}

/** Matches organizations registered in an area. */
export const within = ({ lat, lon, km }: Area): Clause => ({
  geo_distance: { distance: `${km}km`, 'filter.location': { lat, lon } },
})

const NAME_FIELDS: FieldOf<'query'>[] = ['query.name', 'query.alias']
const TEXT_FIELDS: FieldOf<'query'>[] = [
  'query.programs',
  'query.mission',
  'query.website',
  'query.classification',
]

const allWords = (query: string, fields: FieldOf<'query'>[]): Clause => ({
  multi_match: { query, fields, operator: 'and' },
})

// Names are not stemmed: "museums" must also exclude a museum.
const named = (words: string): Clause[] =>
  [...new Set([words, singular(words)].map(normalizeName))]
    .filter((name) => name !== '')
    .map((name) => allWords(name, NAME_FIELDS))

/** Returns clauses, any of which matches organizations with all words in a name or in one text. */
export const withWords = (words: string): Clause[] => [
  ...named(words),
  allWords(words, TEXT_FIELDS),
]

function excluded(exclusion: Exclusion): Clause[] {
  switch (exclusion.kind) {
    case 'words':
      return withWords(exclusion.words)
    case 'name':
      return named(exclusion.words)
    case 'causes':
      return terms('filter.cause', exclusion.causes)
    case 'states':
      return terms('filter.state', exclusion.states)
  }
}

const without = (exclusions: Exclusion[] | undefined): Clause[] =>
  exclusions === undefined ? [] : [{ bool: { must_not: exclusions.flatMap(excluded) } }]

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
      ...term('filter.city', filters.city),
      ...(filters.zip === undefined ? [] : [{ prefix: { 'filter.zip': filters.zip } }]),
      ...terms('filter.county', filters.counties),
      ...(filters.near ? [within(filters.near)] : []),
      ...bounds('sort.assets', filters.minAssets, filters.maxAssets),
      ...bounds('sort.rating', filters.minRating, undefined),
      ...bounds('sort.programRatio', filters.minProgramRatio, filters.maxProgramRatio),
      ...bounds('filter.taxYear', filters.filedSince, undefined),
      ...term('filter.subsection', filters.subsection),
      ...bounds('filter.rulingYear', filters.minRulingYear, filters.maxRulingYear),
      ...without(filters.exclude),
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
export function buildSort(sort: Sort, order: SortOrder = 'desc'): Clause[] {
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
