import { z } from 'zod'
import { peerFundersQuery, readFundersOfPeers } from '#src/api/lists/peer-funders.ts'
import { pathEin } from '#src/api/shared/parameters.ts'
import { displayName } from '#src/domain/display-name.ts'
import { countOf } from '#src/domain/money.ts'
import { type FundedPeer, MAX_PEERS, type PeerFunder } from '#src/network/peer-funders.ts'
import { openFiler } from '#src/organizations/open-profile.ts'
import type { Organization } from '#src/organizations/organization.ts'
import { ApiError } from '#src/platform/errors.ts'
import { Dollars, inDollars } from '../components/figure.tsx'
import { formatValue } from '../components/formats.ts'
import { SortedList } from '../components/list-tools.tsx'
import { PartyName } from '../components/network/party.tsx'
import { OrganizationPage } from '../components/organization/masthead.tsx'
import { type DataColumn, numberColumn } from '../components/table.tsx'
import { DisplayName, Name, OrganizationLink } from '../components/text.tsx'
import { addCsv } from '../csv.ts'
import { grantSearchPath, peerFundersPath } from '../links.ts'
import { CSV_PART, fromForm, pageOf, partOf } from '../list-query.ts'
import { addPage, type Pages, SEARCH_TERMS } from '../render.ts'

const OPTIONS = {
  terms: SEARCH_TERMS,
  params: z.object({ ein: pathEin() }),
  querystring: fromForm({ ...peerFundersQuery, Page: pageOf }),
}
type Asked = z.output<typeof OPTIONS.querystring>
type Found = Awaited<ReturnType<typeof readFundersOfPeers>>

/** Adds `GET /charity/{ein}/peer-funders` and its CSV file: funders of similar organizations. */
export function addPeerFundersPages(pages: Pages): void {
  const { deps } = pages
  const path = peerFundersPath(':ein')
  addCsv(
    pages,
    `${path}.csv`,
    async ({ params: { ein }, query: asked }) => {
      await openFiler(deps, ein)
      const found = await readFundersOfPeers(deps, ein, asked, CSV_PART).catch(unlessNoPeers)
      const rows = found instanceof ApiError ? [] : found.funders
      return { name: `peer-funders-${ein}`, columns: COLUMNS, rows }
    },
    OPTIONS,
  )
  addPage(
    pages,
    path,
    async ({ params: { ein }, query: asked }) => {
      const [organization, found] = await Promise.all([
        openFiler(deps, ein),
        readFundersOfPeers(deps, ein, asked, partOf(asked)).catch(unlessNoPeers),
      ])
      return <PeerFundersPage {...{ organization, found, asked }} />
    },
    OPTIONS,
  )
}

const NO_PEERS = ['NoDiscoveryEvidence', 'NoComparableCohort', 'DiscoveryIndexEmpty']

function unlessNoPeers(error: unknown): ApiError {
  if (error instanceof ApiError && NO_PEERS.includes(error.code)) return error
  throw error
}

type Props = { organization: Organization; found: Found | ApiError; asked: Asked }

const PeerFundersPage = ({ organization, found, asked }: Props) => (
  <OrganizationPage
    organization={organization}
    tab="grants"
    title="Funders of similar organizations"
    description={`Funders of organizations similar to ${displayName(organization.name)} that do not fund it in the loaded returns.`}
    path={peerFundersPath(organization.ein)}
  >
    <h2>
      Who funds organizations like <DisplayName name={organization.name} />
    </h2>
    {found instanceof ApiError ? (
      <p>{`We can’t find similar organizations: ${found.reason}`}</p>
    ) : (
      <Funders ein={organization.ein} found={found} asked={asked} />
    )}
  </OrganizationPage>
)

/** Fewer than `MAX_PEERS` are all that are similar enough. */
const similar = (count: number): string =>
  count < MAX_PEERS ? countOf(count, 'similar organization') : `${count} most similar organizations`

type FundersProps = { ein: string; found: Found; asked: Asked }

const Funders = ({
  ein,
  found: { peers, funders, found, funderCount: all },
  asked,
}: FundersProps) => (
  <>
    <p>
      {all === 0
        ? `No funder in the loaded returns supports two or more of the ${similar(peers.length)} without supporting this one.`
        : `${countOf(all, 'funder')} in the loaded returns ${all === 1 ? 'supports' : 'support'} at least two of the ${similar(peers.length)} and ${all === 1 ? 'lists' : 'list'} no grant to this one. A funder whose newer returns are not loaded may already fund it.`}{' '}
      Organizations whose mission is not even loosely related are left out, and so are grants whose
      match is uncertain.
    </p>
    {all > 0 && (
      <SortedList
        name="Funders by number of similar organizations"
        path={peerFundersPath(ein)}
        asked={asked}
        count={found}
        columns={COLUMNS}
        rows={funders}
      />
    )}
    <h3>Similar organizations compared</h3>
    <ol>
      {peers.map((peer) => (
        <li key={peer.ein}>
          <OrganizationLink ein={peer.ein} name={peer.name} />. <Name>{peer.explanation}</Name>
        </li>
      ))}
    </ol>
  </>
)

const COLUMNS: readonly DataColumn<PeerFunder>[] = [
  {
    key: 'Name',
    label: 'Funder',
    sortKey: 'Name',
    cell: (funder) => <PartyName party={funder} />,
    csv: ({ name }) => name,
  },
  { key: 'EIN', label: '', csv: ({ ein }) => ein },
  { key: 'Location', label: '', csv: ({ location }) => location },
  numberColumn('PeerCount', 'Peers funded', ({ peerCount }) => peerCount, {
    ...{ sortKey: 'Peers', show: formatValue },
  }),
  {
    key: 'Peers',
    label: 'Grants to them',
    cell: (funder) => <PeersCell funder={funder} />,
    csv: ({ peers }) => peers.map(({ name }) => name).join('; '),
  },
  numberColumn('TotalAmount', 'Total', ({ totalAmount }) => totalAmount, {
    ...{ sortKey: 'Total', show: inDollars },
  }),
  numberColumn('MedianAmount', 'Median grant', ({ medianAmount }) => medianAmount, {
    ...{ sortKey: 'Median', show: inDollars },
  }),
  numberColumn('LatestYear', 'Last year', ({ latestYear }) => latestYear, {
    sortKey: 'LatestYear',
  }),
  {
    key: 'EvidenceRefs',
    label: '',
    csv: ({ peers }) => peers.flatMap(({ evidenceRefs }) => evidenceRefs).join(' '),
  },
]

/** A row shows the largest; the search for grants between both has the rest. */
const SHOWN_PEERS = 4

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
  const { ein, name, amount, grantCount, latestYear, evidenceRefs } = peer
  return (
    <li>
      <Dollars
        ein={funder.ein}
        label={displayName(name)}
        figure={{ value: amount, ref: grantCount === 1 ? evidenceRefs[0] : undefined }}
        unknown="no amount"
      />{' '}
      <a href={grantSearchPath({ Funder: funder.ein, Recipient: ein })}>
        <DisplayName name={name} />
      </a>{' '}
      <span class="quiet">{`${countOf(grantCount, 'grant')}, last in ${latestYear}`}</span>
    </li>
  )
}
