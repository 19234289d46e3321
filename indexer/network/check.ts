import type { Session } from '#src/clients/postgres.ts'
import type { EdgeCategory, MatchConfidence } from '#src/domain/network.ts'
import { readSql } from './sql.ts'
import { countNetworkDue, readNetworkState } from './state.ts'

type Difference = {
  ein: string
  category: EdgeCategory
  expectedRows: number
  expectedAmount: number
  rows: number
  amount: number
}

/** `isCounted`: in sums over counterparties. */
type RowDifference = Difference & { isCounted: boolean }

/** Of the amounts, what is in no sum. */
type EdgeDifference = Difference & { expectedUncounted: number; uncounted: number }

type Miscount = { confidence: MatchConfidence; kept: number; found: number }

// The first say where to look; more of them say no more about the cause.
const FIRST = 5

const count = (value: number): string => value.toLocaleString('en-US')

/**
 * Holds resolved rows against the filed rows of current filings, and the network against the rows of
 * latest filings: by funder and category, counts and dollars, and what of them sums hold; and looks
 * for organizations that are gone, and for counts that are wrong. Returns the first differences as
 * sentences; what waits for the next run is none.
 */
export async function findNetworkFaults(session: Session): Promise<string[]> {
  const rows = await session.query<RowDifference>(readSql('check-money'), [FIRST])
  const edges = await session.query<EdgeDifference>(readSql('check-network'), [FIRST])
  const gone = await session.query<{ ein: string }>(readSql('check-gone'), [FIRST])
  const counts = await session.query<Miscount>(readSql('check-counts'))
  return [
    ...rows.map(describeRows),
    ...edges.map(describeEdges),
    ...gone.map(({ ein }) => `EIN ${ein} is in no source any more, and still in the network.`),
    ...counts.map(
      ({ confidence, kept, found }) =>
        `${count(kept)} rows are said to be ${confidence}, ${count(found)} are.`,
    ),
  ]
}

const describeRows = (fault: RowDifference): string =>
  `EIN ${fault.ein}, ${fault.category}${fault.isCounted ? '' : ', in no sum'}: ` +
  `${count(fault.expectedRows)} rows of $${count(fault.expectedAmount)} filed, ` +
  `${count(fault.rows)} of $${count(fault.amount)} resolved.`

const describeEdges = (fault: EdgeDifference): string =>
  `EIN ${fault.ein}, ${fault.category}: ${count(fault.expectedRows)} rows of ` +
  `$${count(fault.expectedAmount)}${inNoSum(fault.expectedUncounted)} in its latest filing, ` +
  `${count(fault.rows)} of $${count(fault.amount)}${inNoSum(fault.uncounted)} in the network.`

const inNoSum = (amount: number): string => (amount !== 0 ? ` ($${count(amount)} in no sum)` : '')

/** What the network holds, and who waits for the next run. */
export type NetworkStatus = {
  /** Rows of current filings by how far their recipient can be relied on. */
  rows: Partial<Record<MatchConfidence, number>>
  /** Funders whose filings changed; `all` before the first run and after a change of rules. */
  waiting: number | 'all'
}

/** Takes milliseconds: rows were counted by the runs that wrote them. */
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
  const [row] = await session.query<{ isFiled: boolean }>(
    'select exists (select from filed_edge) as "isFiled"',
  )
  return row?.isFiled ?? false
}
