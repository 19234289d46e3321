import { formatCount as count, countOf } from '#src/domain/money.ts'
import type { EdgeCategory, MatchConfidence } from '#src/domain/network.ts'
import type { Session } from '#src/platform/clients/postgres.ts'
import { countNetworkDue, openNetworkSql, readNetworkState } from './state.ts'

const sql = openNetworkSql('080-check')

type Difference = {
  ein: string
  category: EdgeCategory
  expectedRows: number
  expectedAmount: number
  rows: number
  amount: number
}

/** `isCounted`: whether sums over counterparties include the rows. */
type RowDifference = Difference & { isCounted: boolean }

/** `uncounted`: the part of the amounts that no sum includes. */
type EdgeDifference = Difference & { expectedUncounted: number; uncounted: number }

type Miscount = { confidence: MatchConfidence; kept: number; found: number }

// The first differences show where to look; further ones reveal nothing more about the cause.
const FIRST = 5

/**
 * Compares the resolved rows with the filed rows of current filings, and the network with the rows
 * of latest filings, by funder and category: counts, dollars, and what sums include. Also finds
 * removed organizations and wrong counts. Returns the first differences as sentences; work pending
 * for the next run is not a difference.
 */
export async function findNetworkFaults(session: Session): Promise<string[]> {
  const rows = await session.query<RowDifference>(sql('check-money'), [FIRST])
  const edges = await session.query<EdgeDifference>(sql('check-network'), [FIRST])
  const gone = await session.query<{ ein: string }>(sql('check-gone'), [FIRST])
  const counts = await session.query<Miscount>(sql('check-counts'))
  return [
    ...rows.map(describeRows),
    ...edges.map(describeEdges),
    ...gone.map(({ ein }) => `EIN ${ein} is still in the network but no longer in any source.`),
    ...counts.map(
      ({ confidence, kept, found }) =>
        `The network counts ${countOf(kept, 'row')} as ${confidence}; expected ${count(found)}.`,
    ),
  ]
}

const describeRows = (fault: RowDifference): string =>
  `EIN ${fault.ein}, ${fault.category}${fault.isCounted ? '' : ', not included in any sum'}: ` +
  `the filings list ${totalOf(fault.expectedRows, fault.expectedAmount)}; ` +
  `the network resolved ${totalOf(fault.rows, fault.amount)}.`

const describeEdges = (fault: EdgeDifference): string =>
  `EIN ${fault.ein}, ${fault.category}: the latest filing lists ` +
  `${totalOf(fault.expectedRows, fault.expectedAmount)}${inNoSum(fault.expectedUncounted)}; ` +
  `the network lists ${totalOf(fault.rows, fault.amount)}${inNoSum(fault.uncounted)}.`

const totalOf = (rows: number, amount: number): string =>
  `${countOf(rows, 'row')} totaling $${count(amount)}`

const inNoSum = (amount: number): string =>
  amount !== 0 ? ` ($${count(amount)} not included in any sum)` : ''

/** The size of the network, and how many funders wait for the next run. */
export type NetworkStatus = {
  /** Rows of current filings by the confidence of their recipient. */
  rows: Partial<Record<MatchConfidence, number>>
  /** Funders whose filings changed; `all` before the first run and after a change of rules. */
  waiting: number | 'all'
}

/** Takes milliseconds, because each run counts the rows it writes. */
export async function readNetworkStatus(session: Session): Promise<NetworkStatus> {
  const counts = await session.query<{ confidence: MatchConfidence; count: number }>(
    `select match_confidence as confidence, rows as count from money_edge_count
     where rows > 0 order by match_confidence desc`,
  )
  return {
    rows: Object.fromEntries(counts.map(({ confidence, count: rows }) => [confidence, rows])),
    waiting: (await isAllWaiting(session)) ? 'all' : await countNetworkDue(session),
  }
}

async function isAllWaiting(session: Session): Promise<boolean> {
  const state = await readNetworkState(session)
  if (state?.isOfThisVersion) return false
  return (await session.query('select from filed_edge limit 1')).length > 0
}
