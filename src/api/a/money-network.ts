import { z } from 'zod'
import { FORMS } from '#src/domain/form.ts'
import { MATCH_CONFIDENCES, MATCH_METHODS } from '#src/domain/network.ts'
import { DIRECTIONS } from '#src/network/direction.ts'
import { readMoneyNetwork } from '#src/network/money-network.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { cursor, einParams, limit, oneOf, oneOfOrFirst } from '../shared/parameters.ts'
import { component } from '../shared/schemas.ts'
import { skin } from '../shared/skin.ts'
import { edgeCategory, evidenceRef, nextCursor, presentEvidenceRef } from './fields.ts'
import { readOperation } from './operation.ts'

export const moneyNetworkQuery = z.strictObject({
  Scope: oneOfOrFirst(
    ['Latest'],
    'Latest is the only accepted value. For earlier years, see /grants.',
  ),
  Cursor: cursor,
  Direction: oneOf(
    DIRECTIONS,
    'Incoming: money received. Outgoing: money given. Defaults to both.',
  ).optional(),
  Limit: limit(200, 50),
})

/** One side of a flow of money. */
export const moneyParty = z
  .looseObject({
    name: z.string(),
    ein: z.string().optional(),
    location: z.string().optional(),
    profileAvailable: z.boolean(),
  })
  .meta({ id: 'MoneyParty' })

/** Differences between the recipient as filed and its organization. */
export const filedShape = {
  filedName: z.string().optional(),
  filedLocation: z.string().optional(),
}

/** How a recipient was matched, and how reliable that is. */
export const matchShape = {
  matchMethod: z
    .enum(MATCH_METHODS)
    .describe(
      'RelatedEIN: identified by the EIN that Schedule R of the same return lists for this name.',
    )
    .meta({ id: 'MatchMethod' }),
  matchConfidence: z
    .enum(MATCH_CONFIDENCES)
    .describe(
      'Weak: the filed EIN belongs to an organization with another name, or only one funder files it and no loaded source knows it. None: the recipient was not identified.',
    )
    .meta({ id: 'MatchConfidence' }),
}

const edge = z
  .looseObject({
    direction: z.enum(DIRECTIONS),
    counterparty: moneyParty,
    ...filedShape,
    category: edgeCategory,
    amount: z.number().optional(),
    notCountedAmount: z
      .number()
      .positive()
      .optional()
      .describe(
        'Part of Amount that is not in the totals for grantees and funders: gifts that Schedule I also lists, loans, and guarantees.',
      ),
    count: z.int().min(1),
    region: z.string().optional(),
    taxYear: z.int(),
    form: z.enum(FORMS),
    ...matchShape,
    evidenceRefs: z.array(evidenceRef).min(1),
  })
  .meta({ id: 'MoneyEdge' })

const response = component('MoneyNetwork', {
  scope: z.literal('Latest'),
  edges: z.array(edge),
  nextCursor,
})
export const moneyNetwork = skin(response, 'A')
export type MoneyNetwork = z.output<typeof moneyNetwork>

export const moneyNetworkRoute = readOperation(
  '/api/v2/charity/:ein/money-network',
  {
    operationId: 'getMoneyNetwork',
    group: 'Network',
    summary: 'List who funds whom in the latest filings: one edge per counterparty and category',
    description: `Returns outgoing edges from the organization's latest filing and incoming edges from each counterparty's latest filing, largest amount first.`,
    terms: { access: 'keyed', costs: 'Data', slot: 'store' },
    examples: example('The largest edge of a foundation', {
      path: inPath(DEMO.brightwater),
      query: { Limit: 1 },
    }),
    request: { params: einParams, querystring: moneyNetworkQuery },
    response,
  },
  async (deps: ProfileDeps, { params, query }) => {
    const { Direction: direction, Cursor: cursor, Limit: limit } = query
    const page = await readMoneyNetwork(deps, params.ein, { direction, cursor, limit })
    const edges = page.edges.map(({ evidence, ...edge }) => ({
      ...{ ...edge, evidenceRefs: evidence.map(presentEvidenceRef) },
    }))
    return { ...page, scope: 'Latest' as const, edges }
  },
)
