import { z } from 'zod'
import { checkRanges, shapeOf, toFilters } from '#src/search/filter-table.ts'
import { GRANT_FILTERS } from '#src/search/grants/filters.ts'
import { type GrantReading, interpretGrants } from '#src/search/grants/interpret.ts'
import { GRANT_SORTS, type GrantSearch } from '#src/search/grants/search-grants.ts'
import { facets, limit, oneOf, pageNumber, queryText, refuse, sortOrder } from './parameters.ts'

export const grantSearchQuery = z
  .strictObject({
    Query: queryText(
      'Purpose of the grants, in plain words. Amounts, tax years, and states of recipients in these words become filters. Other parameters override them.',
    ).optional(),
    ...shapeOf(GRANT_FILTERS),
    Sort: oneOf(
      GRANT_SORTS,
      'Defaults to Relevance, which lists the newest rows first if there is no Query.',
    ).optional(),
    Order: sortOrder,
    Facets: facets,
    Cursor: pageNumber,
    Limit: limit(50, 10),
  })
  .superRefine((given, check) => {
    checkRanges(GRANT_FILTERS, given, check)
    if (given.Order && (given.Sort ?? 'Relevance') === 'Relevance') {
      const message = 'is accepted only with Sort=Amount or Sort=Year'
      refuse(check, 'not_in_this_order', message, 'Order')
    }
  })
export type GrantSearchQuery = z.output<typeof grantSearchQuery>

/** Reads the words of a query; undefined without one. Parameters win over its words. */
export function readGrantQuery(query: GrantSearchQuery): GrantReading | undefined {
  const { Query, Sort } = query
  if (Query === undefined) return undefined
  const given = Object.keys(toFilters(GRANT_FILTERS, query))
  return interpretGrants(Query, new Set(Sort === undefined ? given : [...given, 'sort']))
}

/** Returns the search that the parameters and the words of the query ask for. */
export function toGrantSearch(
  query: GrantSearchQuery,
  reading: GrantReading | undefined,
): GrantSearch {
  const order = query.Order ?? (query.Sort === undefined ? reading?.order : undefined)
  return {
    query: reading?.text ?? '',
    filters: { ...reading?.filters, ...toFilters(GRANT_FILTERS, query) },
    sort: query.Sort ?? reading?.sort ?? 'Relevance',
    ...(order && { order }),
    facets: query.Facets,
    page: query.Cursor,
    limit: query.Limit,
  }
}
