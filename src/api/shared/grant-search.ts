import { z } from 'zod'
import { parseTypedEin } from '#src/domain/ein.ts'
import { EDGE_CATEGORIES, GRANT_CATEGORIES } from '#src/domain/network.ts'
import { type GrantReading, interpretGrants } from '#src/search/grants/interpret.ts'
import { GRANT_SORTS, type GrantSearch, type Side } from '#src/search/grants/params.ts'
import { SORT_ORDERS } from '#src/search/params.ts'
import {
  boolean,
  integer,
  leastDollars,
  oneOf,
  pageNumber,
  queryText,
  refuse,
  someOf,
  state,
  taxYear,
} from './parameters.ts'

const SIDE = 'EIN, or words of the name'

export const grantSearchQuery = z
  .strictObject({
    Query: queryText(
      'Purpose of the grants, in plain words. Amounts, tax years, and states of recipients in these words become filters, which Interpretation shows. Other parameters override them.',
    ).optional(),
    Funder: queryText(`Funder: ${SIDE}.`).optional(),
    Recipient: queryText(`Recipient: ${SIDE} as filed in the row.`).optional(),
    State: state(
      "State or territory of the recipient's address in the row, by code or name. The funder's state does not matter.",
    ),
    Category: someOf(
      EDGE_CATEGORIES,
      'Categories of rows to return, separated by commas. Defaults to grants: ScheduleI and FoundationPaid.',
    ),
    MinAmount: leastDollars('Minimum amount in US dollars. Excludes rows without an amount.'),
    MaxAmount: leastDollars('Maximum amount in US dollars. Excludes rows without an amount.'),
    MinYear: taxYear('Returns only rows from this tax year or later.'),
    MaxYear: taxYear('Returns only rows from this tax year or earlier.'),
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
    for (const of of ['Amount', 'Year'] as const) {
      if ((given[`Min${of}`] ?? -Infinity) > (given[`Max${of}`] ?? Infinity)) {
        refuse(check, 'too_big', `must not be greater than Max${of}`, `Min${of}`)
      }
    }
    if (given.Order && (given.Sort ?? 'Relevance') === 'Relevance') {
      const message = 'is accepted only with Sort=Amount or Sort=Year'
      refuse(check, 'not_in_this_order', message, 'Order')
    }
  })
export type GrantSearchQuery = z.output<typeof grantSearchQuery>

/** Reads the words of a query; undefined without one. Parameters win over its words. */
export function readGrantQuery(given: GrantSearchQuery): GrantReading | undefined {
  if (given.Query === undefined) return undefined
  const { State, MinAmount, MaxAmount, MinYear, MaxYear, Sort } = given
  const own = {
    states: State,
    minAmount: MinAmount,
    maxAmount: MaxAmount,
    minYear: MinYear,
    maxYear: MaxYear,
    sort: Sort,
  }
  const names = Object.keys(own) as (keyof typeof own)[]
  return interpretGrants(given.Query, new Set(names.filter((name) => own[name] !== undefined)))
}

/** Returns the search that the parameters and the words of the query ask for. */
export function toGrantSearch(
  query: GrantSearchQuery,
  reading: GrantReading | undefined,
): GrantSearch {
  const { Funder, Recipient, State, Category, MinAmount, MaxAmount, MinYear, MaxYear } = query
  const filters: GrantSearch['filters'] = {
    ...reading?.filters,
    categories: Category ?? GRANT_CATEGORIES,
    ...(Funder !== undefined && { funder: toSide(Funder) }),
    ...(Recipient !== undefined && { recipient: toSide(Recipient) }),
    ...(State !== undefined && { states: [State] }),
    ...(MinAmount !== undefined && { minAmount: MinAmount }),
    ...(MaxAmount !== undefined && { maxAmount: MaxAmount }),
    ...(MinYear !== undefined && { minYear: MinYear }),
    ...(MaxYear !== undefined && { maxYear: MaxYear }),
  }
  const order = query.Order ?? (query.Sort === undefined ? reading?.order : undefined)
  return {
    query: reading?.text ?? '',
    filters,
    sort: query.Sort ?? reading?.sort ?? 'Relevance',
    ...(order && { order }),
    facets: query.Facets,
    page: query.Cursor,
    limit: query.Limit,
  }
}

function toSide(text: string): Side {
  const ein = parseTypedEin(text)
  return ein ? { ein } : { name: text }
}
