import type { z } from 'zod'
import { type Check, refuse } from '../platform/parameters.ts'
import type { Clause, FilterClauses } from './queries/filters.ts'

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
