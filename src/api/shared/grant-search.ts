import { z } from 'zod'
import { checkRanges, shapeOf, toFilters } from '#src/search/filter-table.ts'
import { GRANT_FILTERS } from '#src/search/grants/filters.ts'
import { type GrantReading, interpretGrants } from '#src/search/grants/interpret.ts'
import { GRANT_SORTS, type GrantSearch } from '#src/search/grants/search-grants.ts'
import { SORT_ORDERS } from '#src/search/params.ts'
import { boolean, integer, oneOf, pageNumber, queryText, refuse } from './parameters.ts'

export const grantSearchQuery = z
  .strictObject({
    Query: queryText(
      'Purpose of the grants, in plain words. Amounts, tax years, and states of recipients in these words become filters, which Interpretation shows. Other parameters override them.',
    ).optional(),
    ...shapeOf(GRANT_FILTERS),
    Sort: oneOf(
      GRANT_SORTS,
      'Order of the rows. Defaults to Relevance, which lists the newest rows first if there is no Query.',
    ).optional(),
    Order: oneOf(
      SORT_ORDERS,
      'Direction of Sort=Amount and Sort=Year. Defaults to desc. Rows without an amount are always last.',
    ).optional(),
    Facets: boolean('Returns counts by state, tax year, amount, and category.'),
    Cursor: pageNumber,
    Limit: integer({ max: 50, fallback: 10, description: 'Rows per page.' }),
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
