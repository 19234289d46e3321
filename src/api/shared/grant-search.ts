import { z } from 'zod'
import { checkRanges, shapeOf, toFilters } from '#src/search/filter-table.ts'
import { GRANT_FILTERS } from '#src/search/grants/filters.ts'
import { GRANT_SIDES, type SummedBy, TOTAL_SORTS } from '#src/search/grants/grant-totals.ts'
import { type GrantReading, interpretGrants, resolveSides } from '#src/search/grants/interpret.ts'
import { GRANT_SORTS, type GrantSearch } from '#src/search/grants/search-grants.ts'
import type { SearchDeps } from '#src/search/search.ts'
import {
  facets,
  limit,
  oneOf,
  oneOfOrFirst,
  pageNumber,
  queryText,
  refuse,
  sortOrder,
} from './parameters.ts'

const asked = {
  Query: queryText(
    'Purpose of the grants, in plain words. Names, places, amounts, and years in it become filters, which other parameters override.',
  ).optional(),
  ...shapeOf(GRANT_FILTERS),
  Facets: facets,
  Cursor: pageNumber,
  Limit: limit(50, 10),
}

export const grantSearchQuery = z
  .strictObject({
    ...asked,
    Sort: oneOf(
      GRANT_SORTS,
      'Defaults to Relevance, which lists the newest rows first if there is no Query.',
    ).optional(),
    Order: sortOrder,
  })
  .superRefine((given, check) => {
    checkRanges(GRANT_FILTERS, given, check)
    if (given.Order && (given.Sort ?? 'Relevance') === 'Relevance') {
      const message = 'is accepted only with Sort=Amount or Sort=Year'
      refuse(check, 'not_in_this_order', message, 'Order')
    }
  })
type GrantSearchQuery = z.output<typeof grantSearchQuery>

export const grantTotalsQuery = z
  .strictObject({
    By: oneOfOrFirst(GRANT_SIDES, 'Whose totals to return.'),
    ...asked,
    Sort: oneOfOrFirst(TOTAL_SORTS, 'Order of the totals. Latest: by the latest tax year.'),
    Order: sortOrder,
  })
  .superRefine((given, check) => checkRanges(GRANT_FILTERS, given, check))
type Asked = Omit<GrantSearchQuery, 'Sort' | 'Order'> &
  Pick<Partial<GrantSearchQuery>, 'Sort' | 'Order'>

/**
 * Reads the words of a query; undefined without one. Parameters win over its words. Throws ApiError
 * SearchUnavailable or IndexNotReady.
 */
export async function readGrantQuery(
  deps: SearchDeps,
  query: Asked,
): Promise<GrantReading | undefined> {
  const { Query, Sort } = query
  if (Query === undefined) return undefined
  const given = Object.keys(toFilters(GRANT_FILTERS, query))
  const names = new Set(Sort === undefined ? given : [...given, 'sort'])
  return await resolveSides(deps, interpretGrants(Query, names))
}

/** Returns the search that the parameters and the words of the query ask for. */
export function toGrantSearch(query: Asked, reading: GrantReading | undefined): GrantSearch {
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

/** Returns the search, its reading, and the sums that the parameters of totals ask for. */
export async function readGrantTotals(
  deps: SearchDeps,
  { By, Sort, Order, ...query }: z.output<typeof grantTotalsQuery>,
) {
  const reading = await readGrantQuery(deps, query)
  const by: SummedBy = { side: By, sort: Sort, order: Order ?? 'desc' }
  return { reading, wanted: toGrantSearch(query, reading), by }
}
