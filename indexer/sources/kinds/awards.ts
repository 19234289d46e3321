import {
  ASSISTANCE_TRANSACTION_KEY,
  AUDIT,
  AWARD_ID,
  AWARD_KEY,
  CORRECTION,
  IDENTIFIER,
  OBLIGATED,
  OBLIGATION,
  PRIME_AWARD_ID,
  PRIME_AWARD_KEY,
  RECIPIENT_ID,
  RECIPIENT_NAME,
  recordOf,
  SUBAWARD_AMOUNT,
  SUBAWARD_DATE,
  SUBAWARD_FACTS,
  SUBAWARDEE_ID,
  SUMMARY,
  TRANSACTION_FIELDS,
  TRANSACTION_KEY,
  toAudit,
  toAwardTransaction,
  toSubaward,
} from '../../records/award.ts'
import { columnsOf, type Fields } from '../../records/award-fields.ts'
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

/** What a table's rows are read from and stored as; `columns` are those besides the fields. */
type RecordTable = Omit<HeaderKind, 'names' | 'columns'> & {
  fields: Fields
  columns?: readonly string[]
  names?: readonly string[]
}

/** Returns the reader of a table whose rows become records by column. */
function recordTable(
  { fields, columns = [], names = [], ...kind }: RecordTable,
  toRecord: ToRecord = recordOf(fields),
): TabularReader {
  const all = [...columns, ...Object.keys(fields)]
  return headerTable({
    ...kind,
    names: [...new Set([...names, ...columnsOf(fields)])],
    columns: [...all, ...ORIGIN],
    breaksLines: true,
    toRow({ row, text }, source) {
      const made = toRecord(row, text, source)
      return isRejection(made) ? made : toStaged(made, row, all, source)
    },
  })
}

/** USAspending's award summaries: one row per award, assistance or contract. */
export const award = recordTable({
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
  delimiter: 'detect',
  fields: SUMMARY,
})

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
    names: CORRECTION,
    delimiter: 'detect',
    fields: TRANSACTION_FIELDS,
    columns: ['is_correction', 'is_deleted'],
  },
  toAwardTransaction,
)

/** USAspending's subawards, in any generation of its columns: one row per subaward. */
export const subaward = recordTable(
  {
    kind: 'subaward',
    required: [
      [PRIME_AWARD_KEY, ...PRIME_AWARD_ID],
      ['subaward_number'],
      [SUBAWARD_AMOUNT],
      [SUBAWARD_DATE],
      ['subawardee_name'],
      SUBAWARDEE_ID,
    ],
    marks: [SUBAWARD_AMOUNT, 'subaward_number'],
    delimiter: 'detect',
    fields: SUBAWARD_FACTS,
    columns: ['subaward_key'],
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
    isJson: true,
    fields: AUDIT,
  },
  toAudit,
)

/** The clearinghouse's tables `additional_eins` and `additional_ueis`: other entities of an audit. */
export const auditIdentifier = recordTable({
  kind: 'audit-identifier',
  required: [['report_id'], ['additional_ein', 'additional_uei']],
  // Other tables have a report_id, too, so missing columns are never reported.
  marks: [],
  isJson: true,
  fields: IDENTIFIER,
})
