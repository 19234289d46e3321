import type { z } from 'zod'
import type { organizationsProperties } from '#mappings/organizations.ts'
import { singular } from '../domain/cause-phrases.ts'
import { normalizeName } from '../domain/names.ts'
import type { Area } from '../domain/places/gazetteer.ts'
import { type Check, refuse } from '../platform/parameters.ts'
import type { Exclusion } from './filter-parameters.ts'

/** A filter of a search. */
export type Filter<
  Key extends string | undefined = string | undefined,
  Parameter extends z.ZodType = z.ZodType,
> = {
  /** The domain's name; undefined if the parameter only changes another filter. */
  key: Key
  parameter: Parameter
  /** The facet that counts its values. */
  facet?: string
  /** The field that must be at least (`gte`) or at most (`lte`) the value. */
  range?: readonly [field: string, end: 'gte' | 'lte']
  /** How the pages name it. */
  label: string
  /** Whether pages accept dollars as people write them. */
  isDollars?: true
  /** Translates any other value. A method, so that filters of any value fit in one table. */
  clause?(value: ValueOf<Parameter>): Clause
}

/** The values that a parameter parses to. */
export type ValueOf<Parameter extends z.ZodType> = NonNullable<z.output<Parameter>>

/** The filters of a search by the names of their parameters on surface A, in its order. */
export type FilterTable = Readonly<Record<string, Filter>>

/** The values of filters by the domain's names. Every value is validated and canonical. */
export type FiltersOf<Table extends FilterTable> = {
  [Name in keyof Table as Table[Name]['key'] & string]?: ValueOf<Table[Name]['parameter']>
}

/** The parameters of filters, as the shape of a schema. */
type ShapeOf<Table extends FilterTable> = { [Name in keyof Table]: Table[Name]['parameter'] }

/** Returns a function that returns its row, typed by its parameter and fields of the index. */
export const filterOf =
  <Facet extends string, Field extends string>() =>
  <const Key extends string, Parameter extends z.ZodType>(
    row: Filter<Key, Parameter> & { facet?: Facet; range?: readonly [Field, 'gte' | 'lte'] },
  ): Filter<Key, Parameter> =>
    row

/** Returns the parameters of filters, as the shape of a schema. */
export const shapeOf = <Table extends FilterTable>(table: Table): ShapeOf<Table> =>
  Object.fromEntries(
    Object.entries(table).map(([name, { parameter }]) => [name, parameter]),
  ) as ShapeOf<Table>

/** Returns the given values by the domain's names, without absent ones. */
export const toFilters = <Table extends FilterTable>(
  table: Table,
  given: Readonly<Record<string, unknown>>,
): FiltersOf<Table> =>
  Object.fromEntries(
    Object.entries(table).flatMap(([name, { key }]) =>
      key === undefined || given[name] === undefined ? [] : [[key, given[name]]],
    ),
  ) as FiltersOf<Table>

/** Translates filters to clauses, by facet; both ends of a range are one clause. */
export function buildClauses(
  table: FilterTable,
  filters: Readonly<Record<string, unknown>>,
): FilterClauses {
  const byFacet: Record<string, Clause[]> = {}
  const others: Clause[] = []
  const ranges = new Map<string, Clause>()
  for (const { key, facet, range, clause } of Object.values(table)) {
    const value = key && filters[key]
    if (value === undefined || value === null) continue
    const own = facet === undefined ? others : (byFacet[facet] ?? [])
    if (facet !== undefined) byFacet[facet] = own
    if (clause) own.push(clause(value))
    if (!range) continue
    const [field, end] = range
    const bounds = ranges.get(field)
    if (bounds) bounds[end] = value
    else {
      const first = { [end]: value }
      ranges.set(field, first)
      own.push({ range: { [field]: first } })
    }
  }
  return { byFacet, others }
}

/**
 * Rejects ranges whose lower end is above the upper one. `shown` returns the name of a parameter that
 * the caller knows.
 */
export function checkRanges(
  table: FilterTable,
  given: Readonly<Record<string, unknown>>,
  check: Check,
  shown: (name: string) => string = (name) => name,
): void {
  for (const least of Object.keys(table)) {
    const most = least.replace(/^Min/, 'Max')
    if (most === least || Number(given[least] ?? -Infinity) <= Number(given[most] ?? Infinity))
      continue
    refuse(check, 'too_big', `must not be greater than ${shown(most)}`, shown(least))
  }
}

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

/** Matches a value of a field. */
export const term = (
  field: 'ein' | FieldOf<'query'> | FieldOf<'filter'>,
  value: string,
): Clause => ({
  term: { [field]: value },
})

/** Gives all that match a filter the same score. */
export const constant = (filter: Clause, boost: number): Clause => ({
  constant_score: { filter, boost },
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
