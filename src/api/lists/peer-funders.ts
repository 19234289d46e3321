import { z } from 'zod'
import { countOf } from '#src/domain/money.ts'
import { MAX_PEERS, PEER_FUNDER_SORTS, readPeerFunders } from '#src/network/peer-funders.ts'
import { orderOf, SORT_ORDERS } from '#src/search/params.ts'
import { findSimilar, type SimilarDeps } from '#src/search/similar.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { count, dollars, party, text, year } from '../shared/columns.ts'
import { oneOf, oneOfOrFirst, queryText } from '../shared/parameters.ts'
import { component, required } from '../shared/schemas.ts'
import { defineList } from './list.ts'

const peer = z.strictObject({
  ein: z.string(),
  name: z.string(),
  amount: dollars('Total of the grants to this peer'),
  grantCount: count(undefined),
  latestYear: year(),
  evidenceRefs: required.strings('Refs of the newest grants; at most five.'),
})
type Peer = z.output<typeof peer>

const funder = z.looseObject({
  ...party('Funder', 'Name'),
  peerCount: count('Number of peers that the funder supports.', {
    ...{ label: 'Peers funded', sort: 'Peers' },
  }),
  peers: text(z.array(peer), {
    label: 'Grants to them',
    csv: (peers: Peer[]) => peers.map(({ name }) => name).join('; '),
  }),
  totalAmount: dollars('Total of the grants to these peers', { label: 'Total', sort: 'Total' }),
  medianAmount: dollars('Median grant to these peers', { label: 'Median grant', sort: 'Median' }),
  grantCount: count(undefined, { csv: false }),
  latestYear: year({ label: 'Last year', sort: 'LatestYear' }),
})

/** Funders of similar organizations. */
export const peerFunders = defineList({
  path: 'peer-funders',
  operation: {
    operationId: 'listPeerFunders',
    group: 'Network',
    summary: 'List funders of at least two similar organizations that do not fund this one',
    description: `Peers are the ${MAX_PEERS} most similar organizations by purpose, classification, place, size, and operating model, as in /discovery. Leaves out funders whose current returns list a grant, a transfer, or an approved grant to this organization. A funder whose newer returns are not loaded may support it by now.`,
    terms: { access: 'keyed', costs: 'Data', slot: 'shared' },
    examples: example('The first funder of the peers of a food bank', {
      path: inPath(DEMO.hockingHillsFoodBank),
      query: { Limit: 1 },
    }),
  },
  query: {
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
  },
  noun: 'Funders',
  response: component('PeerFunderList', {
    ein: z.string(),
    peers: required.objects('The similar organizations whose funders are listed.', {
      ein: z.string(),
      name: z.string(),
      score: required.number('Similarity, 0 to 100. See /discovery for its components.'),
      explanation: z.string(),
    }),
    funders: z.array(funder),
    found: count('Funders that match Within, including those beyond Limit.'),
    funderCount: count('All funders of at least two peers that do not fund this one.'),
  }),
  read: async (deps: SimilarDeps, ein, asked, part) => {
    const { hits } = await findSimilar(deps, { ein, limit: MAX_PEERS })
    const peers = hits.map(({ ein, display, similarity, explanation }) => ({
      ...{ ein, name: display.name, score: similarity.score, explanation },
    }))
    const eins = peers.map((similar) => similar.ein)
    const list = await readPeerFunders(deps, ein, eins, {
      ...{ ...orderOf(asked, asked.Sort), within: asked.Within, ...part },
    })
    return { ein, peers, ...list }
  },
  page: {
    rows: 'funders',
    row: funder,
    fileOnly: {
      EvidenceRefs: ({ peers }: { peers: Peer[] }) =>
        peers.flatMap(({ evidenceRefs }) => evidenceRefs).join(' '),
    },
    tab: 'grants',
    title: 'Funders of similar organizations',
    description:
      'Funders of organizations similar to {name} that do not fund it in the loaded returns.',
    heading: 'Who funds organizations like {name}',
    table: 'Funders by number of similar organizations',
    intro: ({ funderCount: all, peers: { length } }) =>
      all === 0
        ? `No funder in the loaded returns supports two or more of the ${length} most similar organizations without supporting this one.`
        : `${countOf(all, 'funder')} in the loaded returns ${all === 1 ? 'supports' : 'support'} at least two of the ${length} most similar organizations and ${all === 1 ? 'lists' : 'list'} no grant to this one. A funder whose newer returns are not loaded may fund it by now.`,
    isEmpty: ({ funderCount }) => funderCount === 0,
  },
})
