import type { Session } from '../../clients/postgres.ts'
import { type AttributedRow, pageOf, type RowKey, SHARED_COLUMNS } from './read-attribution.ts'

/** An award as USAspending tells it; dates are YYYY-MM-DD, null is not told. */
export type AwardRow = AttributedRow & {
  awardId: string
  kind: 'assistance' | 'contract'
  typeCode: string | null
  type: string | null
  outlays: number | null
  startDate: string | null
  endDate: string | null
  latestActionDate: string | null
  isFromTransactions: boolean
  /** The amount is the sum of what was obligated by its transactions that are loaded. */
  isAmountSummed: boolean
}

const COLUMNS = `one.award_key as key, one.award_id as "awardId", one.kind,
    one.award_type_code as "typeCode", one.award_type as type, one.outlays,
    one.start_date as "startDate", one.end_date as "endDate",
    one.latest_action_date as "latestActionDate", one.is_from_transactions as "isFromTransactions",
    one.is_amount_summed as "isAmountSummed",
    ${SHARED_COLUMNS}`

/** Awards of some identifiers, highest amount first, from behind `after`; at most `limit`. */
export const readAwardRows = (
  session: Pick<Session, 'query'>,
  ueis: readonly string[],
  { after, limit }: { after: RowKey | undefined; limit: number },
): Promise<AwardRow[]> =>
  session.query<AwardRow>(pageOf('award', COLUMNS, after !== undefined), [
    [...ueis],
    limit,
    ...(after ?? []),
  ])
