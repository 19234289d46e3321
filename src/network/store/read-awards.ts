import { type AttributedRow, SHARED_COLUMNS } from './read-attribution.ts'

/** An award from USAspending; dates are YYYY-MM-DD, null means unknown. */
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
  /** Whether the amount is the sum of the obligations of loaded transactions. */
  isAmountSummed: boolean
}

/** The columns of `AwardRow` in table award as `one`. */
export const AWARD_COLUMNS = `one.award_key as key, one.award_id as "awardId", one.kind,
    one.award_type_code as "typeCode", one.award_type as type, one.outlays,
    one.start_date as "startDate", one.end_date as "endDate",
    one.latest_action_date as "latestActionDate", one.is_from_transactions as "isFromTransactions",
    one.is_amount_summed as "isAmountSummed",
    ${SHARED_COLUMNS}`
