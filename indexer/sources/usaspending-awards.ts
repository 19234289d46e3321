import { READ_OF_AWARDS, toAwardSummary } from '../records/award.ts'
import {
  AWARD_ID,
  AWARD_KEY,
  OBLIGATED,
  OBLIGATION,
  RECIPIENT_ID,
  RECIPIENT_NAME,
  TRANSACTION_KEY,
} from '../records/usaspending-columns.ts'
import { usaspendingReader } from './usaspending-reader.ts'

/** USAspending's award summaries: one row an award, assistance or contract. */
export const reader = usaspendingReader({
  kind: 'award',
  wanted: [AWARD_KEY, OBLIGATED, AWARD_ID, RECIPIENT_NAME, RECIPIENT_ID, ['awarding_agency_name']],
  // Transactions tell of their award, too.
  without: [...TRANSACTION_KEY, OBLIGATION],
  // Funding of awards by account names awards, too, by other columns.
  marks: [...AWARD_KEY, ...OBLIGATED],
  read: READ_OF_AWARDS,
  columns: ['award_key', 'award', 'last_modified'],
  toRow: toAwardSummary,
})
