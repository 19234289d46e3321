import { READ_OF_AWARDS, toAwardTransaction } from '../records/award.ts'
import {
  ASSISTANCE_TRANSACTION_KEY,
  AWARD_KEY,
  CORRECTION,
  OBLIGATION,
  RECIPIENT_ID,
  RECIPIENT_NAME,
  TRANSACTION_KEY,
} from '../records/usaspending-columns.ts'
import { usaspendingReader } from './usaspending-reader.ts'

/** USAspending's prime transactions: one row an action on an award, assistance or contract. */
export const reader = usaspendingReader({
  kind: 'award-transaction',
  wanted: [TRANSACTION_KEY, AWARD_KEY, [OBLIGATION], ['action_date'], RECIPIENT_NAME, RECIPIENT_ID],
  // Those of contracts are deleted by files of what changed alone, and have it only there.
  wantedBy: { [ASSISTANCE_TRANSACTION_KEY]: CORRECTION },
  marks: [...TRANSACTION_KEY, OBLIGATION],
  read: READ_OF_AWARDS,
  columns: [
    'transaction_key',
    'award_key',
    'modification',
    'action_date',
    'action_type',
    'obligation',
    'is_correction',
    'is_deleted',
    'award',
    'last_modified',
  ],
  toRow: toAwardTransaction,
})
