import { z } from 'zod'
import {
  MAX_PEERS,
  PEER_FUNDER_SORTS,
  type PeerFunder,
  readPeerFunders,
} from '#src/network/peer-funders.ts'
import { firstOrder, SORT_ORDERS } from '#src/search/params.ts'
import { findSimilar, type SimilarDeps } from '#src/search/similar.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { einParams, integer, oneOf, oneOfOrFirst, queryText } from '../shared/parameters.ts'
import { moneyParty, presentParty } from './money-network.ts'
import { getOperation } from './operation.ts'

const query = z.strictObject({
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
  Limit: integer({ min: 1, max: 200, fallback: 50, description: 'Number of funders to return.' }),
})

const dollars = (description: string) =>
  z.number().optional().describe(`${description} in US dollars. Absent if no row states an amount.`)
const count = z.int().min(0)

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
      EvidenceRefs: z.array(z.string()).describe('Refs of the newest grants; at most five.'),
    }),
  ),
})

const peerFunderList = z
  .strictObject({
    EIN: z.string(),
    Peers: z
      .array(
        z.strictObject({
          EIN: z.string(),
          Name: z.string(),
          Score: z.number().describe('Similarity, 0 to 100. See /discovery for its components.'),
          Explanation: z.string(),
        }),
      )
      .describe('The similar organizations whose funders are listed.'),
    Funders: z.array(peerFunder),
    Found: count.describe('Funders that match Within, including those beyond Limit.'),
    FunderCount: count.describe('All funders of at least two peers that do not fund this one.'),
  })
  .meta({ id: 'PeerFunderList' })

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
    request: { params: einParams, querystring: query },
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
