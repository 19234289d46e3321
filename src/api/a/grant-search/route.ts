import { parseTypedEin } from '#src/domain/ein.ts'
import { GRANT_CATEGORIES } from '#src/domain/network.ts'
import { type GrantReading, interpretGrants } from '#src/search/grants/interpret.ts'
import type { GrantSearch, Side } from '#src/search/grants/params.ts'
import { searchGrants } from '#src/search/grants/search-grants.ts'
import type { SearchDeps } from '#src/search/search.ts'
import { getOperation } from '../operation.ts'
import { presentGrantResults } from './present.ts'
import { type GrantSearchQuery, grantResults, grantSearchQuery } from './schema.ts'

export const searchGrantsRoute = getOperation(
  '/api/v2/grants',
  {
    operationId: 'searchGrants',
    group: 'Network',
    summary: 'Search the grants of all funders by purpose, funder, recipient, amount, and year',
    description:
      'Searches the rows of current returns that report money given. Query matches words of the purpose or of the recipient’s name, and purposes with the same meaning. Pages reach the 10,000th row; to see more, add a filter.',
    terms: { access: 'keyed', costs: 'Data', slot: 'shared' },
    examples: [
      {
        name: 'InPlainWords',
        summary: 'Grants for youth programs in Ohio over $10,000',
        query: { Query: 'youth programs in Ohio over $10,000', Limit: 1 },
      },
      {
        name: 'Largest',
        summary: 'The largest grant since tax year 2022, with facets',
        query: { MinYear: 2022, Sort: 'Amount', Facets: true, Limit: 1 },
      },
    ],
    request: { querystring: grantSearchQuery },
    response: grantResults,
  },
  async (deps: SearchDeps, { query }) => {
    const reading = query.Query === undefined ? undefined : readQuery(query.Query, query)
    const outcome = await searchGrants(deps, toSearch(query, reading))
    return presentGrantResults(query, reading, outcome)
  },
)

function readQuery(words: string, given: GrantSearchQuery): GrantReading {
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
  return interpretGrants(words, new Set(names.filter((name) => own[name] !== undefined)))
}

function toSearch(query: GrantSearchQuery, reading: GrantReading | undefined): GrantSearch {
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
