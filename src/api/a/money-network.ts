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
import { evidenceRef, presentEvidenceRef, toFields } from './fields.ts'
import { getOperation } from './operation.ts'

export const moneyNetworkQuery = z.strictObject({
  Scope: oneOfOrFirst(['Latest'], 'Latest filings only; /grants has earlier years.'),
  Cursor: opaque('NextCursor of the previous page, of the same EIN and Direction.'),
  Direction: oneOf(
    DIRECTIONS,
    'Incoming: what the organization received. Outgoing: what it gave. By default both.',
  ).optional(),
  Limit: integer({ min: 1, max: 200, fallback: 50, description: 'Edges per page.' }),
})

/** One side of a flow of money. */
export const moneyParty = z
  .looseObject({
    EIN: z.string().optional().describe('Nine digits; absent if the recipient was not found.'),
    Name: z
      .string()
      .describe("The organization's name; as filed if it was not found, or `Unnamed recipient`."),
    Location: z.string().optional(),
    ProfileAvailable: z.boolean().describe('Whether it has a profile.'),
  })
  .meta({ id: 'MoneyParty' })

/** Differences between the recipient as filed and its organization. */
export const filedShape = {
  FiledName: z.string().optional().describe("The filed name, if it is not the organization's."),
  FiledLocation: z
    .string()
    .optional()
    .describe("The filed place, if it is not the organization's."),
}

/** How a recipient was matched, and how reliable that is. */
export const matchShape = {
  MatchMethod: z
    .enum(MATCH_METHODS)
    .describe(
      'How the recipient was found: by the EIN in its row, by an EIN that Schedule R gives for its name, by name (or its words in any order) with city and state, or by name in its state alone.',
    ),
  MatchConfidence: z
    .enum(MATCH_CONFIDENCES)
    .describe('How reliable that is. Weak: the organization of the filed EIN has another name.'),
}

const edge = z
  .looseObject({
    Direction: z.enum(DIRECTIONS),
    Counterparty: moneyParty,
    ...filedShape,
    Category: z.enum(EDGE_CATEGORIES),
    Amount: z.number().optional().describe('Dollars; absent if no row states an amount.'),
    NotCountedAmount: z
      .number()
      .positive()
      .optional()
      .describe(
        'The part of Amount that sums of grantees and funders leave out: gifts that Schedule I lists too, loans and guarantees.',
      ),
    Count: z
      .int()
      .min(1)
      .describe(
        'Rows of the filing. FiledName, FiledLocation, MatchMethod and MatchConfidence are those of the least sure row.',
      ),
    Region: z.string().optional().describe('Region of a foreign recipient (Schedule F).'),
    TaxYear: z.int(),
    Form: z.enum(FORMS),
    ...matchShape,
    EvidenceRefs: z
      .array(evidenceRef)
      .min(1)
      .describe(
        "The rows, or the part of the return if there are many, in the filer's return; for Incoming the filer is the counterparty.",
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

export const moneyNetworkRoute = getOperation(
  '/api/v2/charity/:ein/money-network',
  {
    operationId: 'getMoneyNetwork',
    group: 'Network',
    summary: 'Who funds whom by latest filings: one edge per counterparty and category',
    description:
      "Outgoing edges come from the organization's latest filing, incoming ones from that of each counterparty, the largest amount first. A recipient that was not found has no EIN and is shown as filed. FoundationApproved is paid in later years. NextCursor is absent on the last page. A cursor of another EIN or Direction is 400 InvalidCursor; one whose edges have changed is 400 StaleCursor.",
    terms: { access: 'keyed', costs: 'Data', slot: 'shared' },
    examples: example('The largest edge of a foundation', {
      path: inPath(DEMO.brightwater),
      query: { Limit: 1 },
    }),
    request: { params: einParams, querystring: moneyNetworkQuery },
    response: moneyNetwork,
  },
  async (deps: ProfileDeps, { params, query }) => {
    const { Direction: direction, Cursor: cursor, Limit: limit } = query
    return presentMoneyNetwork(
      await readMoneyNetwork(deps, params.ein, { direction, cursor, limit }),
    )
  },
)

const presentMoneyNetwork = ({ edges, nextCursor }: MoneyNetworkPage): MoneyNetwork => ({
  Scope: 'Latest',
  Edges: edges.map(presentEdge),
  NextCursor: nextCursor,
})

function presentEdge(edge: NetworkEdge): MoneyNetwork['Edges'][number] {
  const { counterparty, evidence, filedName, filedPlace, ...own } = edge
  return {
    ...toFields(own),
    Counterparty: presentParty(counterparty),
    ...presentFiled({ filedName, filedPlace }),
    EvidenceRefs: evidence.map(presentEvidenceRef),
  }
}

type Filed = {
  [Key in 'filedName' | 'filedPlace']: NetworkEdge[Key] | undefined
}

/** Differences between the recipient as filed and its organization. */
export const presentFiled = ({ filedName, filedPlace = {} }: Partial<Filed>) => ({
  FiledName: filedName,
  FiledLocation: toLocation(filedPlace),
})

export const presentParty = ({ ein, name, place, hasProfile }: Party): MoneyParty => ({
  EIN: ein,
  Name: name,
  Location: toLocation(place),
  ProfileAvailable: hasProfile,
})
