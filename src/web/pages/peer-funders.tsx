import type { FastifyInstance } from 'fastify'
import { oneOf, oneOfOrFirst, queryText } from '#src/api/shared/parameters.ts'
import { displayName } from '#src/domain/display-name.ts'
import { countOf } from '#src/domain/money.ts'
import { toLocation } from '#src/domain/places.ts'
import {
  type FundedPeer,
  MAX_PEERS,
  PEER_FUNDER_SORTS,
  type PeerFunder,
  type PeerFunders,
  readPeerFunders,
} from '#src/network/peer-funders.ts'
import { ApiError } from '#src/platform/errors.ts'
import { SORT_ORDERS } from '#src/search/params.ts'
import type { SimilarHit } from '#src/search/similar/hits.ts'
import { findSimilar } from '#src/search/similar.ts'
import { type DataColumn, numberColumn } from '../components/data-table.tsx'
import { Dollars, inDollars } from '../components/figure.tsx'
import { formatValue } from '../components/formats.ts'
import type { Site } from '../components/layout.tsx'
import { PartyName } from '../components/network/party.tsx'
import { OrganizationPage } from '../components/organization/masthead.tsx'
import { DisplayName, Name, OrganizationLink } from '../components/text.tsx'
import { grantSearchPath, peerFundersPath, withoutApiPaths } from '../links.ts'
import { addListPages, type ListProps, SortedList } from '../list-pages.tsx'
import { orderOf } from '../list-query.ts'
import type { WebDeps } from '../render.ts'

const query = {
  Sort: oneOfOrFirst(PEER_FUNDER_SORTS, 'Order of the rows.'),
  Order: oneOf(SORT_ORDERS, 'Direction of the order.').optional(),
  Within: queryText('Part of a name.').optional(),
}

/** Adds `GET /charity/{ein}/peer-funders` and its CSV file: funders of similar organizations. */
export const addPeerFundersPages = (app: FastifyInstance, deps: WebDeps, site: Site): void =>
  addListPages(app, deps, {
    path: '/charity/:ein/peer-funders',
    query,
    read: async (ein, asked, part) => {
      const { similar, why } = await findPeers(deps, ein)
      const eins = similar.map((peer) => peer.ein)
      const wanted = { ...orderOf(asked, asked.Sort), within: asked.Within, ...part }
      return { similar, why, ...(await readPeerFunders(deps, ein, eins, wanted)) }
    },
    file: (ein, { funders }) => ({ name: `peer-funders-${ein}`, columns, rows: funders }),
    page: (shown) => <PeerFundersPage site={site} {...shown} />,
  })

type Peers = { similar: SimilarHit[]; why?: string | undefined }

const NO_PEERS = ['NoDiscoveryEvidence', 'NoComparableCohort', 'DiscoveryIndexEmpty']

/** Finds similar organizations, or says why there are none. */
async function findPeers(deps: WebDeps, ein: string): Promise<Peers> {
  try {
    const { hits } = await findSimilar(deps, { ein, limit: MAX_PEERS })
    return { similar: hits }
  } catch (error) {
    if (!(error instanceof ApiError) || !NO_PEERS.includes(error.code)) throw error
    return { similar: [], why: withoutApiPaths(error.message) }
  }
}

type Props = ListProps<typeof query, Peers & PeerFunders> & { site: Site }

const PeerFundersPage = ({ site, organization, result, asked }: Props) => {
  const { similar, funders, count, all, why } = result
  const { sort, order } = orderOf(asked, asked.Sort)
  const path = peerFundersPath(organization.ein)
  return (
    <OrganizationPage
      site={site}
      organization={organization}
      tab="grants"
      title="Funders of similar organizations"
      description={`Funders of organizations similar to ${displayName(organization.name)} that do not fund it in the loaded returns.`}
      path={path}
    >
      <h2>
        Who funds organizations like <DisplayName name={organization.name} />
      </h2>
      {why !== undefined ? (
        <p>{`We can’t find similar organizations: ${why}`}</p>
      ) : (
        <>
          <p>
            {all === 0
              ? `No funder in the loaded returns supports two or more of the ${similar.length} most similar organizations without supporting this one.`
              : `${countOf(all, 'funder')} in the loaded returns ${all === 1 ? 'supports' : 'support'} at least two of the ${similar.length} most similar organizations and ${all === 1 ? 'lists' : 'list'} no grant to this one. A funder whose newer returns are not loaded may fund it by now.`}
          </p>
          {all > 0 && (
            <SortedList
              name="Funders by number of similar organizations"
              path={path}
              kept={{ Sort: sort, Order: asked.Order }}
              within={asked.Within}
              page={asked.Page}
              count={count}
              columns={columns}
              rows={funders}
              sorted={{ key: sort, order }}
            />
          )}
          <h3>Similar organizations compared</h3>
          <ol>
            {similar.map((peer) => (
              <li key={peer.ein}>
                <OrganizationLink ein={peer.ein} name={peer.display.name} />.{' '}
                <Name>{peer.explanation}</Name>
              </li>
            ))}
          </ol>
        </>
      )}
    </OrganizationPage>
  )
}

/** A row shows the largest; the search for grants between both has the rest. */
const SHOWN_PEERS = 4

/** The columns of funders of similar organizations. */
const columns: readonly DataColumn<PeerFunder>[] = [
  {
    key: 'Name',
    label: 'Funder',
    sortKey: 'Name',
    cell: (funder) => <PartyName party={funder} />,
    csv: ({ name }) => name,
  },
  { key: 'EIN', label: 'EIN', csv: ({ ein }) => ein },
  { key: 'Location', label: 'Location', csv: ({ place }) => toLocation(place) },
  numberColumn('PeerCount', 'Peers funded', ({ peers }) => peers.length, {
    ...{ sortKey: 'Peers', show: formatValue },
  }),
  {
    key: 'Peers',
    label: 'Grants to them',
    cell: (funder) => <PeersCell funder={funder} />,
    csv: ({ peers }) => peers.map(({ name }) => name).join('; '),
  },
  numberColumn('TotalAmount', 'Total', ({ total }) => total, {
    ...{ sortKey: 'Total', show: inDollars },
  }),
  numberColumn('MedianAmount', 'Median grant', ({ median }) => median, {
    ...{ sortKey: 'Median', show: inDollars },
  }),
  numberColumn('LatestYear', 'Last year', ({ latestYear }) => latestYear, {
    sortKey: 'LatestYear',
  }),
  {
    key: 'EvidenceRefs',
    label: 'Refs',
    csv: ({ peers }) => peers.flatMap(({ refs }) => refs).join(' '),
  },
]

const PeersCell = ({ funder }: { funder: PeerFunder }) => {
  const more = funder.peers.slice(SHOWN_PEERS)
  const listOf = (peers: readonly FundedPeer[]) => (
    <ul class="plain-list">
      {peers.map((peer) => (
        <Peer key={peer.ein} funder={funder} peer={peer} />
      ))}
    </ul>
  )
  return (
    <>
      {listOf(funder.peers.slice(0, SHOWN_PEERS))}
      {more.length > 0 && (
        <details>
          <summary>{`and ${more.length} more`}</summary>
          {listOf(more)}
        </details>
      )}
    </>
  )
}

/** A peer; its only grant links to its row, and its name to the search for all of them. */
const Peer = ({ funder, peer }: { funder: PeerFunder; peer: FundedPeer }) => {
  const { ein, name, amount, grants, latestYear, refs } = peer
  return (
    <li>
      <Dollars
        ein={funder.ein}
        label={displayName(name)}
        figure={{ value: amount, ref: grants === 1 ? refs[0] : undefined }}
        unknown="no amount"
      />{' '}
      <a href={grantSearchPath({ Funder: funder.ein, Recipient: ein })}>
        <DisplayName name={name} />
      </a>{' '}
      <span class="quiet">{`${countOf(grants, 'grant')}, last in ${latestYear}`}</span>
    </li>
  )
}
