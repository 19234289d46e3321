import { z } from 'zod'
import { MAX_PEERS, PEER_FUNDER_SORTS, readPeerFunders } from '#src/network/peer-funders.ts'
import { orderOf } from '#src/search/params.ts'
import { matchedIn, type Similarity } from '#src/search/similar/score.ts'
import { findSimilar, type SimilarDeps } from '#src/search/similar.ts'
import { moneyParty } from '../a/money-network.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { oneOfOrFirst, sortOrder, withinNames } from '../shared/parameters.ts'
import { component } from '../shared/schemas.ts'
import { listOperation, type Part } from './list.ts'

const amount = z.number().optional()
const count = z.int().min(0)

const peer = z.strictObject({
  ein: z.string(),
  name: z.string(),
  amount,
  grantCount: count,
  latestYear: z.int(),
  evidenceRefs: z.array(z.string()),
})

const funder = z.looseObject({
  ...moneyParty.shape,
  peerCount: count,
  peers: z.array(peer),
  totalAmount: amount,
  medianAmount: amount,
  grantCount: count,
  latestYear: z.int(),
})

/** The parameters of the list, besides its pages. */
export const peerFundersQuery = {
  Sort: oneOfOrFirst(PEER_FUNDER_SORTS, 'Order of the funders. Peers: how many peers they fund.'),
  Order: sortOrder,
  Within: withinNames,
}
type Asked = z.output<z.ZodObject<typeof peerFundersQuery>>

/**
 * Whether an organization is similar enough to share funders: its text is at least loosely related,
 * which 95 of 100 pairs of different causes are not (`OWN_GRADES`); without a text, its class decides.
 */
export function isPeer(similarity: Similarity): boolean {
  const text = similarity.components.find(({ kind }) => kind === 'CauseText')
  const decisive = text?.state === 'Unavailable' ? 'Classification' : 'CauseText'
  return matchedIn(similarity, decisive) !== undefined
}

/** Reads similar organizations and some of their funders. Throws as `findSimilar` does. */
export async function readFundersOfPeers(deps: SimilarDeps, ein: string, asked: Asked, part: Part) {
  const { hits } = await findSimilar(deps, { ein, limit: MAX_PEERS })
  const peers = hits
    .filter(({ similarity }) => isPeer(similarity))
    .map(({ ein, display, similarity, explanation }) => ({
      ...{ ein, name: display.name, score: similarity.score, explanation },
    }))
  const eins = peers.map((similar) => similar.ein)
  const list = await readPeerFunders(deps, ein, eins, {
    ...{ ...orderOf(asked, asked.Sort), within: asked.Within, ...part },
  })
  return { ein, peers, ...list }
}

/** Funders of similar organizations. */
export const peerFunders = listOperation({
  path: 'peer-funders',
  operation: {
    operationId: 'listPeerFunders',
    group: 'Network',
    summary: 'List funders of at least two similar organizations that do not fund this one',
    description: `Peers are up to ${MAX_PEERS} organizations in /discovery whose text is at least loosely related. A funder whose newer returns are not loaded may support it by now.`,
    terms: { access: 'keyed', costs: 'Data', slot: 'both' },
    examples: example('The first funder of the peers of a food bank', {
      path: inPath(DEMO.hockingHillsFoodBank),
      query: { Limit: 1 },
    }),
  },
  query: peerFundersQuery,
  response: component('PeerFunderList', {
    ein: z.string(),
    peers: z.array(
      z.strictObject({
        ein: z.string(),
        name: z.string(),
        score: z.number(),
        explanation: z.string(),
      }),
    ),
    funders: z.array(funder),
    found: count,
    funderCount: count,
  }),
  read: readFundersOfPeers,
})
