import {
  AUDIT_COLUMNS,
  IDENTIFIER_COLUMNS,
  READ_OF_AWARDS,
  READ_OF_SUBAWARDS,
  toAudit,
  toAwardSummary,
  toAwardTransaction,
  toIdentifier,
  toSubaward,
} from '../../records/award.ts'
import {
  ASSISTANCE_TRANSACTION_KEY,
  AWARD_ID,
  AWARD_KEY,
  CORRECTION,
  OBLIGATED,
  OBLIGATION,
  RECIPIENT_ID,
  RECIPIENT_NAME,
  SUBAWARD_AMOUNT,
  SUBAWARD_DATE,
  SUBAWARD_KEY,
  SUBAWARD_TEXTS,
  SUBAWARDEE_ID,
  TRANSACTION_KEY,
} from '../../records/usaspending-columns.ts'
import { type HeaderKind, headerTable, type Texts } from '../header-table.ts'
import {
  isRejection,
  type Made,
  ORIGIN,
  type RowRejection,
  type TabularReader,
  type TabularSource,
  toStaged,
} from '../source.ts'

type ToRecord = (row: number, text: Texts, source: TabularSource) => Made | RowRejection

/** Returns the reader of a table whose rows become records by column. */
const recordTable = (kind: HeaderKind, toRecord: ToRecord): TabularReader =>
  headerTable({
    ...kind,
    names: [...new Set(kind.names)],
    columns: [...kind.columns, ...ORIGIN],
    breaksLines: true,
    toRow({ row, text }, source) {
      const made = toRecord(row, text, source)
      return isRejection(made) ? made : toStaged(made, row, kind.columns, source)
    },
  })

/** USAspending's award summaries: one row per award, assistance or contract. */
export const award = recordTable(
  {
    kind: 'award',
    required: [
      AWARD_KEY,
      OBLIGATED,
      AWARD_ID,
      RECIPIENT_NAME,
      RECIPIENT_ID,
      ['awarding_agency_name'],
    ],
    // Transactions also contain their award's key.
    excluded: [...TRANSACTION_KEY, OBLIGATION],
    // Account funding files also list awards, but in other columns.
    marks: [...AWARD_KEY, ...OBLIGATED],
    names: READ_OF_AWARDS,
    delimiter: 'detect',
    columns: ['award_key', 'award', 'last_modified'],
  },
  toAwardSummary,
)

/** USAspending's prime transactions: one row per action on an award. */
export const awardTransaction = recordTable(
  {
    kind: 'award-transaction',
    required: [
      TRANSACTION_KEY,
      AWARD_KEY,
      [OBLIGATION],
      ['action_date'],
      RECIPIENT_NAME,
      RECIPIENT_ID,
    ],
    // Only change files delete transactions of contracts, and they have the column.
    requiredWith: { [ASSISTANCE_TRANSACTION_KEY]: CORRECTION },
    marks: [...TRANSACTION_KEY, OBLIGATION],
    names: READ_OF_AWARDS,
    delimiter: 'detect',
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
  },
  toAwardTransaction,
)

/** USAspending's subawards, in any generation of its columns: one row per subaward. */
export const subaward = recordTable(
  {
    kind: 'subaward',
    required: [
      [...SUBAWARD_KEY.prime_award_key, ...SUBAWARD_KEY.prime_award_id],
      SUBAWARD_KEY.subaward_number,
      [SUBAWARD_AMOUNT],
      [SUBAWARD_DATE],
      SUBAWARD_TEXTS.recipient_name,
      SUBAWARDEE_ID,
    ],
    marks: [SUBAWARD_AMOUNT, ...SUBAWARD_KEY.subaward_number],
    names: READ_OF_SUBAWARDS,
    delimiter: 'detect',
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
  },
  toSubaward,
)

/** The Federal Audit Clearinghouse's table `general`: one row per audit. */
export const audit = recordTable(
  {
    kind: 'audit',
    // Without all of these, a map from UEI to EIN cannot be built or kept clean.
    required: [
      ['report_id'],
      ['audit_year'],
      ['auditee_uei'],
      ['auditee_ein'],
      ['auditor_ein'],
      ['auditee_name'],
    ],
    // No other table has two of these; forms as submitted have only the auditor's EIN.
    marks: ['report_id', 'auditee_ein', 'auditor_ein'],
    leastMarks: 2,
    names: AUDIT_COLUMNS,
    isJson: true,
    columns: [
      'report_id',
      'audit_year',
      'uei',
      'ein',
      'auditor_ein',
      'name',
      'city',
      'state',
      'accepted_on',
    ],
  },
  toAudit,
)

/** The clearinghouse's tables `additional_eins` and `additional_ueis`: other entities of an audit. */
export const auditIdentifier = recordTable(
  {
    kind: 'audit-identifier',
    required: [['report_id'], ['additional_ein', 'additional_uei']],
    // Other tables have a report_id, too, so missing columns are never reported.
    marks: [],
    names: IDENTIFIER_COLUMNS,
    isJson: true,
    columns: ['report_id', 'kind', 'value'],
  },
  toIdentifier,
)
