import { displayName } from '#src/domain/display-name.ts'
import { countOf } from '#src/domain/money.ts'
import type { FundedPeer, PeerFunder } from '#src/network/peer-funders.ts'
import { ApiError } from '#src/platform/errors.ts'
import { Dollars } from '../components/figure.tsx'
import { DisplayName, Name, OrganizationLink } from '../components/text.tsx'
import { grantSearchPath } from '../links.ts'
import type { Extras } from '../list-pages.tsx'

const NO_PEERS = ['NoDiscoveryEvidence', 'NoComparableCohort', 'DiscoveryIndexEmpty']

type Similar = { peers: { ein: string; name: string; explanation: string }[] }

/** What the page of funders of similar organizations shows besides its table. */
export const peerFundersExtras: Extras<Similar> = {
  cells: { peers: (funder: PeerFunder) => <PeersCell funder={funder} /> },
  after: ({ peers }) => (
    <>
      <h3>Similar organizations compared</h3>
      <ol>
        {peers.map((peer) => (
          <li key={peer.ein}>
            <OrganizationLink ein={peer.ein} name={peer.name} />. <Name>{peer.explanation}</Name>
          </li>
        ))}
      </ol>
    </>
  ),
  without: (error) =>
    error instanceof ApiError && NO_PEERS.includes(error.code) ? (
      <p>{`We can’t find similar organizations: ${error.reason}`}</p>
    ) : undefined,
}

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
