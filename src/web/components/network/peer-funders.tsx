import { displayName } from '#src/domain/display-name.ts'
import { countOf } from '#src/domain/money.ts'
import { toLocation } from '#src/domain/places.ts'
import type { FundedPeer, PeerFunder } from '#src/network/peer-funders.ts'
import { grantSearchPath } from '#src/web/links.ts'
import type { DataColumn } from '../data-table.tsx'
import { Figure, Short } from '../figure.tsx'
import { formatValue } from '../formats.ts'
import { DisplayName } from '../text.tsx'
import { PartyName } from './party.tsx'

/** A row shows the largest; the search for grants between both has the rest. */
const SHOWN_PEERS = 4

const HEADS = { total: 'Total', median: 'Median grant' }

/** The columns of funders of similar organizations. */
export const peerFunderColumns: readonly DataColumn<PeerFunder>[] = [
  {
    key: 'Name',
    label: 'Funder',
    sortKey: 'Name',
    cell: (funder) => <PartyName party={funder} />,
    csv: ({ name }) => name,
  },
  { key: 'EIN', label: 'EIN', csv: ({ ein }) => ein },
  { key: 'Location', label: 'Location', csv: ({ place }) => toLocation(place) },
  {
    key: 'PeerCount',
    label: 'Peers funded',
    isNumeric: true,
    sortKey: 'Peers',
    cell: ({ peers }) => formatValue(peers.length),
    csv: ({ peers }) => peers.length,
  },
  {
    key: 'Peers',
    label: 'Grants to them',
    cell: (funder) => <Peers funder={funder} />,
    csv: ({ peers }) => peers.map(({ name }) => name).join('; '),
  },
  ...(['total', 'median'] as const).map(
    (key): DataColumn<PeerFunder> => ({
      key: key === 'total' ? 'TotalAmount' : 'MedianAmount',
      label: HEADS[key],
      isNumeric: true,
      sortKey: key === 'total' ? 'Total' : 'Median',
      cell: (funder) => {
        const value = funder[key]
        return value === undefined ? null : <Short value={value} unit="USD" />
      },
      csv: (funder) => funder[key],
    }),
  ),
  {
    key: 'LatestYear',
    label: 'Last year',
    isNumeric: true,
    sortKey: 'LatestYear',
    cell: ({ latestYear }) => latestYear,
    csv: ({ latestYear }) => latestYear,
  },
  {
    key: 'EvidenceRefs',
    label: 'Refs',
    csv: ({ peers }) => peers.flatMap(({ refs }) => refs).join(' '),
  },
]

const Peers = ({ funder }: { funder: PeerFunder }) => {
  const more = funder.peers.slice(SHOWN_PEERS)
  return (
    <>
      <ul class="plain-list">
        {funder.peers.slice(0, SHOWN_PEERS).map((peer) => (
          <Peer key={peer.ein} funder={funder} peer={peer} />
        ))}
      </ul>
      {more.length > 0 && (
        <details>
          <summary>{`and ${more.length} more`}</summary>
          <ul class="plain-list">
            {more.map((peer) => (
              <Peer key={peer.ein} funder={funder} peer={peer} />
            ))}
          </ul>
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
      <Figure
        ein={funder.ein}
        label={displayName(name)}
        value={amount}
        unit="USD"
        ref_={grants === 1 ? refs[0] : undefined}
        unknown="no amount"
        isShort
      />{' '}
      <a href={grantSearchPath({ Funder: funder.ein, Recipient: ein })}>
        <DisplayName name={name} />
      </a>{' '}
      <span class="quiet">{`${countOf(grants, 'grant')}, last in ${latestYear}`}</span>
    </li>
  )
}
