import { searchGrants } from '#src/search/grants/search-grants.ts'
import type { SearchDeps } from '#src/search/search.ts'
import { grantSearchQuery, readGrantQuery, toGrantSearch } from '../../shared/grant-search.ts'
import { getOperation } from '../operation.ts'
import { presentGrantResults } from './present.ts'
import { grantResults } from './schema.ts'

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
    const reading = readGrantQuery(query)
    const outcome = await searchGrants(deps, toGrantSearch(query, reading))
    return presentGrantResults(query, reading, outcome)
  },
)
