import { formatEin } from '../domain/ein.ts'
import { exactOrNull } from '../domain/exact-numbers.ts'
import { knownFields } from '../domain/known-fields.ts'
import { GRANT_CATEGORIES } from '../domain/network.ts'
import type { ProfileDeps } from '../organizations/deps.ts'
import { type Party, type PartyRow, toFiler } from './party.ts'
import {
  CITED,
  type CitedRow,
  citedRows,
  counted,
  KNOWN_AS,
  readRow,
  requireWhole,
  rowRefs,
} from './sql.ts'

/** The most similar organizations that are peers: as many as one cohort may have. */
export const MAX_PEERS = 25

/** What a funder gave to one peer. */
export type FundedPeer = {
  ein: string
  name: string
  /** Dollars; absent if no row files an amount. */
  amount?: number
  grantCount: number
  latestYear: number
  /** Refs of the newest rows. */
  evidenceRefs: string[]
}

/** A funder of several peers. */
export type PeerFunder = Party & {
  ein: string
  peerCount: number
  /** Dollars of all grants to the peers; absent if no row files an amount. */
  totalAmount?: number
  /** Dollars of the median grant to a peer. */
  medianAmount?: number
  grantCount: number
  latestYear: number
  /** Largest amount first. */
  peers: FundedPeer[]
}

export type PeerFunders = {
  funders: PeerFunder[]
  /** Funders that match the filter, and all of them. */
  found: number
  funderCount: number
}

/**
 * Reads funders of at least two of some similar organizations that list no grant or transfer to an
 * organization in any current return; uncertain matches do not count. Throws ApiError StoreUnavailable.
 */
export async function readPeerFunders(
  { postgres }: ProfileDeps,
  ein: string,
  peers: readonly string[],
  wanted: PeerFundersWanted,
): Promise<PeerFunders> {
  const { within = '', offset, limit } = wanted
  const values = [[...peers], [...GRANT_CATEGORIES], ein, within, offset, limit]
  type Read = Omit<PeerFunders, 'funders'> & { funders: PeerFunderRow[] }
  const { funders, ...counts } = await readRow<Read>(postgres, sqlOf(wanted), values)
  requireWhole(funders.flatMap(({ peers }) => peers.flatMap(({ rows }) => rows)))
  return { funders: funders.map(toPeerFunder), ...counts }
}

const toPeerFunder = (row: PeerFunderRow): PeerFunder =>
  knownFields({
    ...toFiler(row),
    ein: row.ein ?? '',
    peerCount: row.peers.length,
    totalAmount: exactOrNull(row.total),
    medianAmount: exactOrNull(row.median),
    grantCount: row.grantCount,
    latestYear: row.latestYear,
    peers: row.peers.map(({ rows, ...peer }) =>
      knownFields({
        ...peer,
        name: peer.name ?? `EIN ${formatEin(peer.ein)}`,
        amount: exactOrNull(peer.amount),
        evidenceRefs: rowRefs(rows),
      }),
    ),
  })

export const PEER_FUNDER_SORTS = ['Peers', 'Total', 'Median', 'LatestYear', 'Name'] as const

export type PeerFundersWanted = {
  sort: (typeof PEER_FUNDER_SORTS)[number]
  order: 'asc' | 'desc'
  /** Part of the funder's name in any case, or its EIN. */
  within?: string | undefined
  offset: number
  limit: number
}

type PeerRow = Pick<FundedPeer, 'ein' | 'grantCount' | 'latestYear'> & {
  name: string | null
  amount: number | null
  rows: CitedRow[]
}

type PeerFunderRow = PartyRow &
  Pick<PeerFunder, 'grantCount' | 'latestYear'> & {
    total: number | null
    median: number | null
    peers: PeerRow[]
  }

/** Refs of the grants to one peer. */
const MAX_REFS = 5

const SORTS: Record<PeerFundersWanted['sort'], string> = {
  Peers: 'reached',
  Total: 'total',
  Median: 'median',
  LatestYear: '"latestYear"',
  Name: 'lower("knownName")',
}

const sqlOf = ({ sort, order }: PeerFundersWanted): string => {
  const ordered = `${SORTS[sort]} ${order} nulls last, reached desc, total desc nulls last, ein`
  return `
  with edge as materialized (
    select funder_ein, recipient_ein, tax_year, amount, object_id, ordinal, category
    from money_edge
    where recipient_ein = any($1) and ${counted()} and funder_ein <> $3
      and match_confidence <> 'Weak'
  ),
  -- A transfer or an approved grant is support, too; a fee is not.
  known as materialized (
    select distinct funder_ein from money_edge
    where recipient_ein = $3 and category <> 'Contractor'
  ),
  funder as materialized (
    select funder_ein as ein, count(distinct recipient_ein) as reached, sum(amount) as total,
      percentile_cont(0.5) within group (order by amount) as median,
      count(*)::integer as "grantCount", max(tax_year) as "latestYear"
    from edge
    where funder_ein not in (select funder_ein from known)
    group by funder_ein
    having count(distinct recipient_ein) >= 2
  ),
  wanted as materialized (
    select f.*, ${KNOWN_AS}
    from funder f left join organization o on o.ein = f.ein
    where $4 = '' or strpos(lower(coalesce(o.name, '')), lower($4)) > 0 or f.ein = $4
  ),
  page as materialized (
    select *, row_number() over (order by ${ordered}) as place from wanted
    order by ${ordered} offset $5 limit $6
  ),
  peer as (
    select edge.funder_ein, edge.recipient_ein as ein, sum(edge.amount) as amount,
      count(*)::integer as "grantCount", max(edge.tax_year) as "latestYear",
      ${citedRows('edge.tax_year desc, edge.amount desc nulls last, edge.ordinal', MAX_REFS)} as rows
    from page
    join edge on edge.funder_ein = page.ein
    ${CITED}
    group by edge.funder_ein, edge.recipient_ein
  )
  select (select count(*) from wanted) as found, (select count(*) from funder) as "funderCount",
    (select coalesce(json_agg(p order by p.place), '[]') from (
      select page.*, (select json_agg(
          json_build_object('ein', peer.ein, 'name', o.name, 'amount', peer.amount,
            'grantCount', peer."grantCount", 'latestYear', peer."latestYear", 'rows', peer.rows)
          order by peer.amount desc nulls last, peer.ein)
        from peer left join organization o on o.ein = peer.ein
        where peer.funder_ein = page.ein) as peers
      from page) p) as funders`
}
