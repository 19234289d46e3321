import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { oneOf, oneOfOrFirst, pathEin, queryText } from '#src/api/shared/parameters.ts'
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
import { openFiler } from '#src/organizations/open-profile.ts'
import type { Organization } from '#src/organizations/organization.ts'
import { ApiError } from '#src/platform/errors.ts'
import { SORT_ORDERS } from '#src/search/params.ts'
import type { SimilarHit } from '#src/search/similar/hits.ts'
import { findSimilar } from '#src/search/similar.ts'
import { type DataColumn, DataTable, numberColumn, TableTools } from '../components/data-table.tsx'
import { Dollars, inDollars } from '../components/figure.tsx'
import { formatValue } from '../components/formats.ts'
import type { Site } from '../components/layout.tsx'
import { PartyName } from '../components/network/party.tsx'
import { OrganizationPage } from '../components/organization/masthead.tsx'
import { ListPaging } from '../components/search/paging.tsx'
import { DisplayName, Name, OrganizationLink } from '../components/text.tsx'
import { addCsv } from '../csv.ts'
import { grantSearchPath, peerFundersPath, withoutApiPaths, withQuery } from '../links.ts'
import { CSV_PART, fromForm, orderOf, pageOf, partOf } from '../list-query.ts'
import { addPage, type WebDeps } from '../render.ts'
import { NO_MATCH } from '../words.ts'

const query = fromForm({
  Sort: oneOfOrFirst(PEER_FUNDER_SORTS, 'Order of the rows.'),
  Order: oneOf(SORT_ORDERS, 'Direction of the order.').optional(),
  Within: queryText('Part of a name.').optional(),
  Page: pageOf,
})
type Query = z.output<typeof query>
const SCHEMAS = { params: z.object({ ein: pathEin() }), querystring: query }

type Peers = { peers: SimilarHit[]; why?: string | undefined }

/** Adds `GET /charity/{ein}/peer-funders` and its CSV file: funders of similar organizations. */
export function addPeerFundersPages(app: FastifyInstance, deps: WebDeps, site: Site): void {
  const read = (ein: string, peers: readonly SimilarHit[], asked: Query, part: typeof CSV_PART) =>
    readPeerFunders(
      deps,
      ein,
      peers.map((peer) => peer.ein),
      { ...orderOf(asked, asked.Sort), within: asked.Within, ...part },
    )
  addPage(
    app,
    '/charity/:ein/peer-funders',
    async ({ params: { ein }, query: asked }) => {
      const [organization, { peers, why }] = await Promise.all([
        openFiler(deps, ein),
        findPeers(deps, ein),
      ])
      const found = await read(ein, peers, asked, partOf(asked))
      return <PeerFundersPage {...{ site, organization, peers, why, found, asked }} />
    },
    SCHEMAS,
  )
  addCsv(
    app,
    '/charity/:ein/peer-funders.csv',
    async ({ params: { ein }, query: asked }) => {
      await openFiler(deps, ein)
      const { peers } = await findPeers(deps, ein)
      const found = await read(ein, peers, asked, CSV_PART)
      return { name: `peer-funders-${ein}`, columns: peerFunderColumns, rows: found.funders }
    },
    SCHEMAS,
  )
}

const NO_PEERS = ['NoDiscoveryEvidence', 'NoComparableCohort', 'DiscoveryIndexEmpty']

/** Finds similar organizations, or says why there are none. */
async function findPeers(deps: WebDeps, ein: string): Promise<Peers> {
  try {
    const { hits } = await findSimilar(deps, { ein, limit: MAX_PEERS })
    return { peers: hits }
  } catch (error) {
    if (!(error instanceof ApiError) || !NO_PEERS.includes(error.code)) throw error
    return { peers: [], why: withoutApiPaths(error.message) }
  }
}

type Props = Peers & {
  site: Site
  organization: Organization
  found: PeerFunders
  asked: Query
}

const PeerFundersPage = ({ site, organization, peers, why, found, asked }: Props) => {
  const { ein } = organization
  const name = displayName(organization.name)
  return (
    <OrganizationPage
      site={site}
      organization={organization}
      tab="grants"
      title="Funders of similar organizations"
      description={`Funders of organizations similar to ${name} that do not fund it in the loaded returns.`}
      path={peerFundersPath(ein)}
    >
      <h2>
        Who funds organizations like <DisplayName name={organization.name} />
      </h2>
      {why !== undefined ? (
        <p>{`We can’t find similar organizations: ${why}`}</p>
      ) : (
        <>
          <p>
            {found.all === 0
              ? `No funder in the loaded returns supports two or more of the ${peers.length} most similar organizations without supporting this one.`
              : `${countOf(found.all, 'funder')} in the loaded returns ${found.all === 1 ? 'supports' : 'support'} at least two of the ${peers.length} most similar organizations and ${found.all === 1 ? 'lists' : 'list'} no grant to this one. A funder whose newer returns are not loaded may fund it by now.`}
          </p>
          {found.all > 0 && <Funders ein={ein} found={found} asked={asked} />}
          <h3>Similar organizations compared</h3>
          <ol>
            {peers.map((peer) => (
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

const Funders = ({ ein, found, asked }: Pick<Props, 'found' | 'asked'> & { ein: string }) => {
  const { sort, order } = orderOf(asked, asked.Sort)
  const kept = { Sort: sort, Order: asked.Order }
  const pathOf = (changes: Record<string, string | number | undefined>) =>
    peerFundersPath(ein, { ...kept, Within: asked.Within, ...changes })
  return (
    <>
      <TableTools
        path={peerFundersPath(ein)}
        kept={kept}
        within={asked.Within}
        csvPath={withQuery(`${peerFundersPath(ein)}.csv`, { ...kept, Within: asked.Within })}
      />
      {found.funders.length === 0 ? (
        <p>{NO_MATCH}</p>
      ) : (
        <DataTable
          name="Funders by number of similar organizations"
          columns={peerFunderColumns}
          rows={found.funders}
          sorted={{ key: sort, order }}
          sortPath={pathOf}
        />
      )}
      <ListPaging page={asked.Page} count={found.count} pathOf={pathOf} />
    </>
  )
}

/** A row shows the largest; the search for grants between both has the rest. */
const SHOWN_PEERS = 4

/** The columns of funders of similar organizations. */
const peerFunderColumns: readonly DataColumn<PeerFunder>[] = [
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
