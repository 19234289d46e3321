import { z } from 'zod'
import { FORMS } from '#src/domain/form.ts'
import { EDGE_CATEGORIES, MATCH_CONFIDENCES, MATCH_METHODS } from '#src/domain/network.ts'
import { DIRECTIONS } from '#src/network/direction.ts'
import { readMoneyNetwork } from '#src/network/money-network.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { party } from '../shared/columns.ts'
import { einParams, integer, oneOf, oneOfOrFirst, opaque } from '../shared/parameters.ts'
import { component, optional, required } from '../shared/schemas.ts'
import { skin } from '../shared/skin.ts'
import { CURSOR_ERRORS, evidenceRef, nextCursor, presentEvidenceRef } from './fields.ts'
import { readOperation } from './operation.ts'

export const moneyNetworkQuery = z.strictObject({
  Scope: oneOfOrFirst(
    ['Latest'],
    'Latest is the only accepted value. For earlier years, see /grants.',
  ),
  Cursor: opaque('NextCursor from the previous page, for the same EIN and Direction.'),
  Direction: oneOf(
    DIRECTIONS,
    'Incoming: money received. Outgoing: money given. Defaults to both.',
  ).optional(),
  Limit: integer({ max: 200, fallback: 50, description: 'Edges per page.' }),
})

/** One side of a flow of money. */
export const moneyParty = z.looseObject(party('', 'Name')).meta({ id: 'MoneyParty' })

/** Differences between the recipient as filed and its organization. */
export const filedShape = {
  filedName: optional.string(
    "Name as filed. Present only if it differs from the organization's name.",
  ),
  filedLocation: optional.string(
    "Location as filed. Present only if it differs from the organization's location.",
  ),
}

/** How a recipient was matched, and how reliable that is. */
export const matchShape = {
  matchMethod: required.enum(
    MATCH_METHODS,
    'How the recipient was identified. FiledEIN: by the EIN in the row. RelatedEIN: by the EIN that Schedule R of the same return lists for this name. NameCityState: by name, city, and state; the words of the name can be in any order. NameState: by name and state only. Unresolved: not identified.',
  ),
  matchConfidence: required.enum(
    MATCH_CONFIDENCES,
    'Reliability of the match. Weak: the filed EIN belongs to an organization with another name, or only one funder files it and no loaded source knows it. Moderate by EIN: two or more funders file it with similar names, but no loaded source knows it. None: the recipient was not identified.',
  ),
}

const edge = z
  .looseObject({
    direction: z.enum(DIRECTIONS),
    counterparty: moneyParty,
    ...filedShape,
    category: z.enum(EDGE_CATEGORIES),
    amount: optional.number('Amount in US dollars. Absent if no row states an amount.'),
    notCountedAmount: z
      .number()
      .positive()
      .optional()
      .describe(
        'Part of Amount, in US dollars, that is not counted in the totals for grantees and funders: gifts that Schedule I also lists, loans, and guarantees. Absent if all of Amount is counted.',
      ),
    count: z
      .int()
      .min(1)
      .describe(
        'Number of rows in the filing. FiledName, FiledLocation, MatchMethod, and MatchConfidence are from the row with the least certain match.',
      ),
    region: optional.string('Region of a foreign recipient, from Schedule F.'),
    taxYear: z.int(),
    form: z.enum(FORMS),
    ...matchShape,
    evidenceRefs: z
      .array(evidenceRef)
      .min(1)
      .describe(
        "Refs of the rows in the filer's return or, if there are many rows, the Ref of the part that contains them. If Direction is Incoming, the filer is the counterparty; otherwise, it is the requested organization.",
      ),
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
    description: `Returns outgoing edges from the organization's latest filing and incoming edges from each counterparty's latest filing, largest amount first. A recipient that was not identified has no EIN, and its name and location are as filed. For the share of the money given that has an identified recipient, see Totals in /grants. FoundationApproved lists grants approved for payment in later years. ${CURSOR_ERRORS}`,
    terms: { access: 'keyed', costs: 'Data', slot: 'shared' },
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
