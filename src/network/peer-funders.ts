import { formatEin } from '../domain/ein.ts'
import { toRef } from '../domain/evidence.ts'
import { exactOrNull } from '../domain/exact-numbers.ts'
import type { ProfileDeps } from '../organizations/deps.ts'
import { type Party, toFiler } from './party.ts'
import {
  type PeerFunderRow,
  type PeerFundersWanted,
  readPeerFundersOf,
} from './store/read-peer-funders.ts'

export { PEER_FUNDER_SORTS, type PeerFundersWanted } from './store/read-peer-funders.ts'

/** How many similar organizations are peers: as many as one cohort may have. */
export const MAX_PEERS = 25

/** What a funder gave to one peer. */
export type FundedPeer = {
  ein: string
  name: string
  /** Dollars; absent if no row files an amount. */
  amount?: number
  grants: number
  latestYear: number
  /** Refs of the newest rows. */
  refs: string[]
}

/** A funder of several peers. */
export type PeerFunder = Party & {
  ein: string
  /** Dollars of all grants to the peers; absent if no row files an amount. */
  total?: number
  /** Dollars of the median grant to a peer. */
  median?: number
  grants: number
  latestYear: number
  /** Largest amount first. */
  peers: FundedPeer[]
}

export type PeerFunders = {
  funders: PeerFunder[]
  /** Funders that match the filter, and all of them. */
  count: number
  all: number
}

/**
 * Reads funders of at least two of some similar organizations that list no grant or transfer to an
 * organization in any current return. Throws ApiError StoreUnavailable.
 */
export async function readPeerFunders(
  { postgres }: ProfileDeps,
  ein: string,
  peers: readonly string[],
  wanted: PeerFundersWanted,
): Promise<PeerFunders> {
  const { funders, count, all } = await readPeerFundersOf(postgres, ein, peers, wanted)
  return { funders: funders.map(toPeerFunder), count, all }
}

const dollars = <Key extends string>(key: Key, value: number | null) => {
  const exact = exactOrNull(value)
  return (exact === null ? {} : { [key]: exact }) as Partial<Record<Key, number>>
}

const toPeerFunder = (row: PeerFunderRow): PeerFunder => ({
  ...toFiler(row),
  ein: row.ein ?? '',
  ...dollars('total', row.total),
  ...dollars('median', row.median),
  grants: row.grants,
  latestYear: row.latestYear,
  peers: row.peers.map(({ ein, name, amount, grants, latestYear, rows }) => ({
    ein,
    name: name ?? `EIN ${formatEin(ein)}`,
    ...dollars('amount', amount),
    grants,
    latestYear,
    refs: rows.flatMap(({ path, ...place }) => (path === null ? [] : [toRef({ ...place, path })])),
  })),
})
