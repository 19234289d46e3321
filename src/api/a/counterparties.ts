import { z } from 'zod'
import type { Terms } from '#src/access/terms.ts'
import { ENTITY_TYPES, FORMS } from '#src/domain/form.ts'
import { EDGE_CATEGORIES } from '#src/domain/network.ts'
import { toLocation } from '#src/domain/places.ts'
import type { Counterparties, Counterparty } from '#src/network/counterparties.ts'
import { readCohortFunders, readFunders, readGrantees } from '#src/network/counterparties.ts'
import {
  MAX_PEERS,
  PEER_FUNDER_SORTS,
  type PeerFunder,
  readPeerFunders,
} from '#src/network/peer-funders.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { firstOrder, SORT_ORDERS } from '#src/search/params.ts'
import { findSimilar, type SimilarDeps } from '#src/search/similar.ts'
import { DEMO, example, FOOD_BANKS, inPath } from '../openapi/examples/demo.ts'
import {
  boolean,
  einParams,
  integer,
  leastDollars,
  listOfEins,
  oneOf,
  oneOfOrFirst,
  queryText,
  taxYear,
} from '../shared/parameters.ts'
import { component, optional, required } from '../shared/schemas.ts'
import { einNumber, toFields } from './fields.ts'
import { moneyParty, presentParty } from './money-network.ts'
import { getOperation } from './operation.ts'

const DOUBTFUL =
  'Includes weak matches, in which the filed EIN belongs to an organization with another name, or only one funder files it and no loaded source knows it. To exclude weak matches, use /grants?Match=Moderate.'

const FOUND = `Counts only rows in which the other organization was identified and, unless AllCategories is true, only grants. For the share of the money given that has an identified recipient, see Totals in /grants. Returns one list without pages. ${DOUBTFUL}`

const listed = (noun: string) => ({
  Limit: integer({ max: 200, fallback: 50, description: `Number of ${noun} to return.` }),
  MinYear: taxYear('Counts only grants from this tax year or later.'),
})
const allCategories = {
  AllCategories: boolean(
    'Also counts other payments, such as transfers to related organizations and payments to contractors. Never counts loans, guarantees, or grants that were only approved. A gift that is listed twice counts once.',
  ),
}

const granteesQuery = z.strictObject({
  ...listed('grantees'),
  MinAmount: leastDollars('Counts only grants of at least this amount, in US dollars.'),
  ...allCategories,
})

const fundersQuery = z.strictObject({ ...listed('funders'), ...allCategories })

const cohortQuery = z.strictObject({
  EINs: listOfEins(),
  ...fundersQuery.shape,
})

type Ranked = z.output<typeof fundersQuery> & { MinAmount?: number | undefined }

const toFilter = ({ Limit, MinYear, AllCategories, MinAmount }: Ranked) => ({
  limit: Limit,
  minYear: MinYear,
  minAmount: MinAmount,
  allCategories: AllCategories,
})

const count = z.int().min(0)

const funder = component('Funder', {
  EIN: einNumber,
  Name: optional.string(
    'Name of the organization. If no loaded source knows the EIN, this is the name as filed.',
  ),
  Location: z.string().optional(),
  PrimaryForm: z.enum(FORMS).optional(),
  EntityType: z.enum(ENTITY_TYPES).optional(),
  ProfileAvailable: optional.boolean('Whether the organization has a profile.'),
  Amount: optional.number(
    `Total of the grants in US dollars. Absent if no row states an amount. ${DOUBTFUL}`,
  ),
  GrantCount: count.optional().describe(`Number of rows in all current returns. ${DOUBTFUL}`),
  RecipientCount: count
    .optional()
    .describe(
      'Number of requested organizations that the funder supports. Present only in responses for a cohort.',
    ),
  EarliestYear: z.int().optional(),
  LatestYear: z.int().optional(),
  Categories: z.array(z.enum(EDGE_CATEGORIES)).optional(),
})
export type Funder = z.output<typeof funder>

const totalAmount = optional.number(
  `Total of all rows in US dollars. Absent if no row states an amount. ${DOUBTFUL}`,
)
const truncated = optional.boolean('Whether there are more matches than Limit allows.')
const allOfThem = count.optional().describe('Number of all matches, including those beyond Limit.')

export const granteeList = component('GranteeList', {
  EIN: einNumber,
  Grantees: z.array(funder),
  GranteeCount: allOfThem,
  Truncated: truncated,
  TotalAmount: totalAmount,
})

export const funderList = component('FunderList', {
  EIN: einNumber,
  Funders: z.array(funder),
  FunderCount: allOfThem,
  Truncated: truncated,
  TotalAmount: totalAmount,
})

export const cohortFunderList = component('CohortFunderList', {
  CohortEINs: required.array(einNumber, 'The requested EINs, including unknown ones.'),
  CohortSize: count.optional(),
  Funders: z.array(funder),
  FunderCount: allOfThem,
  TotalAmount: totalAmount,
})

const SHARED = {
  group: 'Network' as const,
  terms: { access: 'keyed', costs: 'Data', slot: 'shared' } satisfies Terms,
}

export const granteesRoute = getOperation(
  '/api/v2/charity/:ein/grantees',
  {
    ...SHARED,
    operationId: 'listGrantees',
    summary: "List an organization's grantees in all current returns, largest amount first",
    description: `${FOUND} GranteeCount and TotalAmount cover all grantees.`,
    examples: example('The largest grantee of a foundation', {
      path: inPath(DEMO.brightwater),
      query: { Limit: 1 },
    }),
    request: { params: einParams, querystring: granteesQuery },
    response: granteeList,
  },
  async (deps: ProfileDeps, { params: { ein }, query }) => {
    const found = await readGrantees(deps, ein, toFilter(query))
    return {
      ...{ EIN: Number(ein), Grantees: found.items.map(presentFunder), GranteeCount: found.count },
      ...presentWhole(found),
    }
  },
)

export const fundersRoute = getOperation(
  '/api/v2/charity/:ein/funders',
  {
    ...SHARED,
    operationId: 'listFunders',
    summary: "List an organization's funders in all current returns, largest amount first",
    description: `${FOUND} FunderCount and TotalAmount cover all funders.`,
    examples: example('The largest funder of a food bank', {
      path: inPath(DEMO.hockingHillsFoodBank),
      query: { Limit: 1 },
    }),
    request: { params: einParams, querystring: fundersQuery },
    response: funderList,
  },
  async (deps: ProfileDeps, { params: { ein }, query }) => {
    const found = await readFunders(deps, ein, toFilter(query))
    return {
      ...{ EIN: Number(ein), Funders: found.items.map(presentFunder), FunderCount: found.count },
      ...presentWhole(found),
    }
  },
)

export const cohortFundersRoute = getOperation(
  '/api/v2/funders/for-cohort',
  {
    ...SHARED,
    operationId: 'rankCohortFunders',
    summary:
      'List the funders of up to 25 organizations, ranked by how many of the organizations they support',
    description: `Funders that support the same number of organizations are ordered by amount. A funder can itself be one of the requested organizations. ${FOUND} FunderCount and TotalAmount cover all funders.`,
    examples: example('The top funder of two food banks', {
      query: { EINs: FOOD_BANKS.join(), Limit: 1 },
    }),
    request: { querystring: cohortQuery },
    response: cohortFunderList,
  },
  async (deps: ProfileDeps, { query }) => {
    const found = await readCohortFunders(deps, query.EINs, toFilter(query))
    return {
      CohortEINs: query.EINs.map(Number),
      CohortSize: query.EINs.length,
      Funders: found.items.map((item) => ({
        ...presentFunder(item),
        RecipientCount: item.recipients,
      })),
      FunderCount: found.count,
      TotalAmount: found.totalAmount ?? undefined,
    }
  },
)

const presentWhole = ({ items, count, totalAmount }: Counterparties) => ({
  Truncated: count > items.length,
  TotalAmount: totalAmount ?? undefined,
})

const presentFunder = ({ ein: own, city, state, country, ...party }: Counterparty): Funder => ({
  EIN: Number(own),
  ...toFields(party, 'name', 'amount', 'earliestYear', 'latestYear'),
  Location: toLocation({ city, state, country }),
  PrimaryForm: FORMS.find((one) => one === party.primaryForm),
  EntityType: ENTITY_TYPES.find((one) => one === party.entityType),
  ProfileAvailable: party.primaryForm !== null,
  GrantCount: party.grants,
  Categories: EDGE_CATEGORIES.filter((category) => party.categories.includes(category)),
})

const peersQuery = z.strictObject({
  Sort: oneOfOrFirst(
    PEER_FUNDER_SORTS,
    'Order of the funders: number of peers (default), total, median grant, latest year, or name.',
  ),
  Order: oneOf(
    SORT_ORDERS,
    'Direction of Sort. Defaults to asc for Name and to desc otherwise.',
  ).optional(),
  Within: queryText(
    'Returns only funders whose name contains this text, in any case, or whose EIN it is.',
  ).optional(),
  Limit: integer({ max: 200, fallback: 50, description: 'Number of funders to return.' }),
})

const dollars = (description: string) =>
  optional.number(`${description} in US dollars. Absent if no row states an amount.`)

const peerFunder = moneyParty.extend({
  PeerCount: count.describe('Number of peers that the funder supports.'),
  TotalAmount: dollars('Total of the grants to these peers'),
  MedianAmount: dollars('Median grant to these peers'),
  GrantCount: count,
  LatestYear: z.int(),
  Peers: z.array(
    z.strictObject({
      EIN: z.string(),
      Name: z.string(),
      Amount: dollars('Total of the grants to this peer'),
      GrantCount: count,
      LatestYear: z.int(),
      EvidenceRefs: required.strings('Refs of the newest grants; at most five.'),
    }),
  ),
})

const peerFunderList = component('PeerFunderList', {
  EIN: z.string(),
  Peers: required.objects('The similar organizations whose funders are listed.', {
    EIN: z.string(),
    Name: z.string(),
    Score: required.number('Similarity, 0 to 100. See /discovery for its components.'),
    Explanation: z.string(),
  }),
  Funders: z.array(peerFunder),
  Found: count.describe('Funders that match Within, including those beyond Limit.'),
  FunderCount: count.describe('All funders of at least two peers that do not fund this one.'),
})

export const peerFundersRoute = getOperation(
  '/api/v2/charity/:ein/peer-funders',
  {
    operationId: 'listPeerFunders',
    group: 'Network',
    summary: 'List funders of at least two similar organizations that do not fund this one',
    description: `Peers are the ${MAX_PEERS} most similar organizations by purpose, classification, place, size, and operating model, as in /discovery. Leaves out funders whose current returns list a grant, a transfer, or an approved grant to this organization. A funder whose newer returns are not loaded may support it by now.`,
    terms: { access: 'keyed', costs: 'Data', slot: 'shared' },
    examples: example('The first funder of the peers of a food bank', {
      path: inPath(DEMO.hockingHillsFoodBank),
      query: { Limit: 1 },
    }),
    request: { params: einParams, querystring: peersQuery },
    response: peerFunderList,
  },
  async (deps: SimilarDeps, { params: { ein }, query: asked }) => {
    const { Sort: sort, Within: within, Limit: limit } = asked
    const order = asked.Order ?? firstOrder(sort)
    const { hits } = await findSimilar(deps, { ein, limit: MAX_PEERS })
    const peers = hits.map((hit) => hit.ein)
    const found = await readPeerFunders(deps, ein, peers, { sort, order, within, offset: 0, limit })
    return {
      EIN: ein,
      Peers: hits.map((hit) => ({
        EIN: hit.ein,
        Name: hit.display.name,
        Score: hit.similarity.score,
        Explanation: hit.explanation,
      })),
      Funders: found.funders.map(presentPeerFunder),
      Found: found.count,
      FunderCount: found.all,
    }
  },
)

const presentPeerFunder = (funder: PeerFunder): z.input<typeof peerFunder> => ({
  ...presentParty(funder),
  PeerCount: funder.peers.length,
  TotalAmount: funder.total,
  MedianAmount: funder.median,
  GrantCount: funder.grants,
  LatestYear: funder.latestYear,
  Peers: funder.peers.map(({ ein, name, amount, grants, latestYear, refs }) => ({
    EIN: ein,
    Name: name,
    Amount: amount,
    GrantCount: grants,
    LatestYear: latestYear,
    EvidenceRefs: refs,
  })),
})
