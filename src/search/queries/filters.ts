import type { organizationsProperties } from '#mappings/organizations.ts'
import { singular } from '../../domain/cause-phrases.ts'
import { normalizeName } from '../../domain/names.ts'
import type { Area } from '../../domain/places/gazetteer.ts'
import type { Exclusion } from '../filter-parameters.ts'

/** The path of a field in a group of the mapping. */
export type FieldOf<Group extends 'query' | 'filter' | 'sort'> =
  `${Group}.${keyof (typeof organizationsProperties)[Group]['properties'] & string}`

/** A piece of an OpenSearch request body. */
export type Clause = { [key: string]: unknown }

export type FilterClauses = {
  /** The filters by facet; a facet ignores its own filter and applies the others. */
  byFacet: Readonly<Record<string, Clause[]>>
  others: Clause[]
}

/** Returns all clauses except those of one facet. */
export const clausesWithout = ({ byFacet, others }: FilterClauses, facet?: string): Clause[] => [
  ...Object.entries(byFacet).flatMap(([key, own]) => (key === facet ? [] : own)),
  ...others,
]

export const term = (field: FieldOf<'filter'>, value: string): Clause => ({
  term: { [field]: value },
})

export const terms = (field: FieldOf<'filter'>, values: readonly string[]): Clause => ({
  terms: { [field]: values },
})

/** Matches organizations that work or are registered in one of these states, by two-letter code. */
export const worksIn = (states: readonly string[]): Clause => ({
  bool: {
    should: [
      terms('filter.state', states),
      terms(
        'filter.places',
        states.map((state) => `US-${state}`),
      ),
    ],
  },
})

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
      return [terms('filter.cause', exclusion.causes)]
    case 'states':
      return [terms('filter.state', exclusion.states)]
  }
}

/** Matches organizations that have none of these. */
export const without = (exclusions: readonly Exclusion[]): Clause => ({
  bool: { must_not: exclusions.flatMap(excluded) },
})
