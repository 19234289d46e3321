import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { FORMS } from '#src/domain/form.ts'
import { EDGE_CATEGORIES, MATCH_CONFIDENCES, MATCH_METHODS } from '#src/domain/network.ts'
import { toLocation } from '#src/domain/places.ts'
import { DIRECTIONS } from '#src/network/direction.ts'
import {
  type MoneyNetworkPage,
  type NetworkEdge,
  readMoneyNetwork,
} from '#src/network/money-network.ts'
import type { Party } from '#src/network/party.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { einParams, integer, oneOf, oneOfOrFirst, opaque } from '../shared/parameters.ts'
import { evidenceRef, presentEvidenceRef } from './fields.ts'
import { operation } from './operation.ts'

const moneyNetworkQuery = z.strictObject({
  Scope: oneOfOrFirst(['Latest'], 'Latest filings; earlier years are in /grants.'),
  Cursor: opaque('NextCursor of the page before, of the same EIN and Direction.'),
  Direction: oneOf(
    DIRECTIONS,
    'Incoming: what the organization received; Outgoing: what it gave. Both when left out.',
  ).optional(),
  Limit: integer({ min: 1, max: 200, fallback: 50, description: 'Edges a page.' }),
})

/** One side of a flow of money. */
export const moneyParty = z
  .looseObject({
    EIN: z
      .string()
      .optional()
      .describe(
        'Nine digits; absent only for a recipient that was not found among the organizations.',
      ),
    Name: z
      .string()
      .describe(
        "The organization's own name; of a recipient that was not found as filed, `Unnamed recipient` where none is.",
      ),
    Location: z.string().optional(),
    ProfileAvailable: z.boolean().describe('Whether a profile exists to open.'),
  })
  .meta({ id: 'MoneyParty' })

/** Differences between the recipient as filed and its organization. */
export const filedShape = {
  FiledName: z
    .string()
    .optional()
    .describe("The recipient's name as filed, where the organization has another."),
  FiledLocation: z
    .string()
    .optional()
    .describe("The recipient's place as filed, where the organization's is another."),
}

/** How a recipient was matched, and how reliable that is. */
export const matchShape = {
  MatchMethod: z
    .enum(MATCH_METHODS)
    .describe(
      'By what the recipient was found: the EIN in its row, the EIN that Schedule R gives for its name, its name (or its words in any order) with city and state, its name in its state alone.',
    ),
  MatchConfidence: z
    .enum(MATCH_CONFIDENCES)
    .describe(
      'How far that can be relied on; Weak: an EIN is filed whose organization has another name.',
    ),
}

const edge = z
  .looseObject({
    Direction: z.enum(DIRECTIONS),
    Counterparty: moneyParty,
    ...filedShape,
    Category: z.enum(EDGE_CATEGORIES),
    Amount: z.number().optional().describe('Dollars; absent where no row files an amount.'),
    NotCountedAmount: z
      .number()
      .positive()
      .optional()
      .describe(
        'Of Amount, what is in no sum of grantees and funders: gifts that Schedule I of the same return lists, too, loans and guarantees. FoundationApproved never is in one.',
      ),
    Count: z
      .int()
      .min(1)
      .describe(
        'Rows of the filing. Where they differ, what tells of the match (FiledName, FiledLocation, MatchMethod, MatchConfidence) is of the least sure row.',
      ),
    Region: z.string().optional().describe('Of a foreign recipient (Schedule F), as filed.'),
    TaxYear: z.int(),
    Form: z.enum(FORMS),
    ...matchShape,
    EvidenceRefs: z
      .array(evidenceRef)
      .min(1)
      .describe(
        'The rows, or where they are many the part of the return they stand in; of the filer, which for Incoming is the counterparty.',
      ),
  })
  .meta({ id: 'MoneyEdge' })

export const moneyNetwork = z
  .strictObject({
    Scope: z.literal('Latest'),
    Edges: z.array(edge),
    NextCursor: z.string().optional(),
  })
  .meta({ id: 'MoneyNetwork' })
export type MoneyNetwork = z.output<typeof moneyNetwork>
type MoneyParty = z.output<typeof moneyParty>

export const moneyNetworkRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/charity/:ein/money-network', {
      ...operation({
        operationId: 'getMoneyNetwork',
        group: 'Network',
        summary: 'Who funds whom by latest filings, one edge for each counterparty and category',
        description:
          "Outgoing edges come from the organization's latest filing, incoming ones from that of each counterparty: one edge for each direction, category and counterparty, the largest amount first, then by EIN and name. A recipient without an EIN was not found among the organizations and is shown as filed. FoundationApproved is paid in later years. NextCursor leads to the next page and is absent on the last. A cursor of another EIN or Direction is 400 InvalidCursor; one whose edges have changed is 400 StaleCursor.",
        terms: { access: 'keyed', costs: 'Data', slot: 'shared' },
        examples: example('The largest edge of a foundation', {
          path: inPath(DEMO.brightwater),
          query: { Limit: 1 },
        }),
        request: { params: einParams, querystring: moneyNetworkQuery },
        response: moneyNetwork,
      }),
      handler: async ({ params, query }) =>
        presentMoneyNetwork(
          await readMoneyNetwork(deps, params.ein, {
            direction: query.Direction,
            cursor: query.Cursor,
            limit: query.Limit,
          }),
        ),
    })
  }

const presentMoneyNetwork = ({ edges, nextCursor }: MoneyNetworkPage): MoneyNetwork => ({
  Scope: 'Latest',
  Edges: edges.map(presentEdge),
  NextCursor: nextCursor,
})

const presentEdge = (edge: NetworkEdge): MoneyNetwork['Edges'][number] => ({
  Direction: edge.direction,
  Counterparty: presentParty(edge.counterparty),
  ...presentFiled(edge),
  Category: edge.category,
  Amount: edge.amount,
  NotCountedAmount: edge.notCountedAmount,
  Count: edge.count,
  Region: edge.region,
  TaxYear: edge.taxYear,
  Form: edge.form,
  MatchMethod: edge.matchMethod,
  MatchConfidence: edge.matchConfidence,
  EvidenceRefs: edge.evidence.map(presentEvidenceRef),
})

/** Differences between the recipient as filed and its organization. */
export function presentFiled({
  filedName,
  filedPlace = {},
}: Pick<NetworkEdge, 'filedName' | 'filedPlace'>) {
  const location = toLocation(filedPlace)
  return {
    FiledName: filedName,
    FiledLocation: location,
  }
}

export function presentParty({ ein, name, place, hasProfile }: Party): MoneyParty {
  const location = toLocation(place)
  return {
    EIN: ein,
    Name: name,
    Location: location,
    ProfileAvailable: hasProfile,
  }
}
