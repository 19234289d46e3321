import { READ_OF_SUBAWARDS, toSubaward } from '../records/subaward.ts'
import {
  SUBAWARD_AMOUNT,
  SUBAWARD_DATE,
  SUBAWARD_KEY,
  SUBAWARD_TEXTS,
} from '../records/usaspending-columns.ts'
import { usaspendingReader } from './usaspending-reader.ts'

/** USAspending's subawards, of whatever generation of its columns: one row a subaward. */
export const reader = usaspendingReader({
  kind: 'subaward',
  wanted: [
    [...SUBAWARD_KEY.prime_award_key, ...SUBAWARD_KEY.prime_award_id],
    SUBAWARD_KEY.subaward_number,
    [SUBAWARD_AMOUNT],
    [SUBAWARD_DATE],
    SUBAWARD_TEXTS.recipient_name,
  ],
  marks: [SUBAWARD_AMOUNT, ...SUBAWARD_KEY.subaward_number],
  read: READ_OF_SUBAWARDS,
  columns: [
    'subaward_key',
    'prime_award_key',
    'report_id',
    'report_system',
    'prime_award_id',
    'prime_amount',
    'prime_recipient_name',
    'prime_recipient_uei',
    'subaward_type',
    'subaward_number',
    'amount',
    'action_date',
    'purpose',
    'awarding_agency',
    'awarding_sub_agency',
    'funding_agency',
    'funding_sub_agency',
    'listings',
    'place_city',
    'place_state',
    'place_country',
    'recipient_name',
    'recipient_dba_name',
    'recipient_uei',
    'recipient_parent_uei',
    'recipient_city',
    'recipient_state',
    'permalink',
    'last_modified',
  ],
  toRow: toSubaward,
})
