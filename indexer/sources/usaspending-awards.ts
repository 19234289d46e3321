import { READ_OF_AWARDS, toAward } from '../records/award.ts'
import {
  AWARD_ID,
  AWARD_KEY,
  OBLIGATED,
  OBLIGATION,
  RECIPIENT_NAME,
  TRANSACTION_KEY,
} from '../records/usaspending-columns.ts'
import { usaspendingReader } from './usaspending-reader.ts'

/** Columns of table award that a summary fills. */
export const AWARD_FACT_COLUMNS = [
  'kind',
  'award_id',
  'award_type_code',
  'award_type',
  'amount',
  'outlays',
  'purpose',
  'awarding_agency',
  'awarding_sub_agency',
  'funding_agency',
  'funding_sub_agency',
  'listings',
  'place_city',
  'place_state',
  'place_country',
  'start_date',
  'end_date',
  'latest_action_date',
  'recipient_name',
  'recipient_uei',
  'recipient_parent_uei',
  'recipient_city',
  'recipient_state',
  'permalink',
  'last_modified',
] as const

/** USAspending's award summaries: one row an award, assistance or contract. */
export const reader = usaspendingReader({
  kind: 'award',
  wanted: [AWARD_KEY, OBLIGATED, AWARD_ID, RECIPIENT_NAME, ['awarding_agency_name']],
  // Transactions tell of their award, too.
  without: [...TRANSACTION_KEY, OBLIGATION],
  // Funding of awards by account names awards, too, by other columns.
  marks: [...AWARD_KEY, ...OBLIGATED],
  read: READ_OF_AWARDS,
  columns: ['award_key', ...AWARD_FACT_COLUMNS],
  toRow: toAward,
})
