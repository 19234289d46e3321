import { z } from 'zod'
import { formatCount } from '#src/domain/money.ts'
import {
  GRANT_SIDES,
  type GrantTotal,
  MAX_PARTIES,
  sumGrants,
} from '#src/search/grants/grant-totals.ts'
import type { SearchDeps } from '#src/search/search.ts'
import { grantTotalsQuery, readGrantTotals } from '../../shared/grant-search.ts'
import { component } from '../../shared/schemas.ts'
import type { OnA } from '../../shared/skin.ts'
import { nextPage } from '../fields.ts'
import { readOperation } from '../operation.ts'
import { searched, text, toHit, toReading, toTotals } from './route.ts'

const count = z.int().min(0)
const amount = z.number().optional()

const total = z.looseObject({
  ein: text,
  name: text,
  city: text,
  state: text,
  country: text,
  grantCount: count,
  amountCount: count,
  totalAmount: amount,
  medianAmount: amount,
  medianIsEstimate: z.literal(true).optional(),
  latestYear: z.int(),
  newest: z.looseObject({
    amount,
    taxYear: z.int(),
    evidenceRef: z.string(),
    citation: z.string(),
  }),
})

const response = component('GrantTotals', {
  ...searched,
  by: z.enum(GRANT_SIDES),
  parties: z.array(total),
  partyCount: count,
  partyCountIsEstimate: z.boolean(),
})
export type GrantTotals = z.output<OnA<typeof response>>

function present({ newest, ...shown }: GrantTotal, by: (typeof GRANT_SIDES)[number]) {
  const { funder, recipient, amount, taxYear, evidenceRef, citation } = toHit(newest)
  return {
    ...(by === 'Funder' ? funder : recipient),
    ...shown,
    // An uncertain EIN of the newest row is not the party's.
    ein: shown.ein,
    newest: { amount, taxYear, evidenceRef, citation },
  }
}

export const grantTotalsRoute = readOperation(
  '/api/v2/grants/totals',
  {
    operationId: 'sumGrants',
    group: 'Network',
    summary: 'Sum the grants of a search by funder or recipient',
    description: `Recipients without an EIN, or with an uncertain one, are grouped by their name as filed. Pages reach the ${formatCount(MAX_PARTIES)}th party. A higher PartyCount, and a median of over 20,000 grants, are estimates.`,
    terms: { access: 'keyed', costs: 'Data', slot: 'index' },
    examples: [
      {
        name: 'Funders',
        summary: 'The largest funder of food banks in Ohio',
        query: { Query: 'who funds food banks in Ohio', Limit: 1 },
      },
    ],
    request: { querystring: grantTotalsQuery },
    response,
  },
  async (deps: SearchDeps, { query }) => {
    const { reading, wanted, by } = await readGrantTotals(deps, query)
    const { hits, parties, isEstimate, sums, ...outcome } = await sumGrants(deps, wanted, by)
    return {
      ...outcome,
      query: query.Query,
      interpretation: reading && toReading(reading),
      by: by.side,
      parties: hits.map((hit) => present(hit, by.side)),
      ...{ partyCount: parties, partyCountIsEstimate: isEstimate },
      totals: toTotals(sums),
      nextCursor: nextPage({ ...outcome, page: query.Cursor }),
    }
  },
)
