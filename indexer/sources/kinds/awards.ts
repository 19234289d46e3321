import * as field from '../../records/award-fields.ts'

/*
 * Columns of tables, with the columns of USAspending's downloads that they are read from. Checked with
 * real files: contract transactions and subawards under contracts. The others follow USAspending's
 * published column lists; `assistance_listing` is the newer name of CFDA numbers and has not been seen
 * in a file yet.
 */

const ASSISTANCE_TRANSACTION_KEY = 'assistance_transaction_unique_key'
const TRANSACTION_KEY: field.Columns = [
  ASSISTANCE_TRANSACTION_KEY,
  'contract_transaction_unique_key',
]
const ASSISTANCE_KEY = 'assistance_award_unique_key'
const AWARD_KEY: field.Columns = [ASSISTANCE_KEY, 'contract_award_unique_key']
const AWARD_ID: field.Columns = ['award_id_fain', 'award_id_piid', 'award_id_uri']
const RECIPIENT_NAME: field.Columns = ['recipient_name', 'recipient_name_raw']
// Files that predate UEIs have only DUNS numbers. With neither, recipients would be lost.
const RECIPIENT_ID = ['recipient_uei', 'recipient_duns'] as const
const OBLIGATED: field.Columns = ['total_obligated_amount', 'total_dollars_obligated']
const OBLIGATION = 'federal_action_obligation'
// "By indicator" appears in monthly files of changes, whose deletions contain only the
// transaction's key.
const CORRECTION: field.Columns = ['correction_delete_indicator_code', 'correction_delete_ind']
const LAST_MODIFIED = field.vitalDate('last_modified_date')

/** What a summary or transaction states about its award: columns of all three tables. */
export const AWARD_FACTS: field.Fields = {
  kind: {
    columns: AWARD_KEY,
    read: ({ text }) => (text(ASSISTANCE_KEY) === '' ? 'contract' : 'assistance'),
  },
  // Aggregates have their id only in their key.
  award_id: field.text(...AWARD_ID, ...AWARD_KEY),
  award_type_code: field.text('assistance_type_code', 'award_type_code', 'idv_type_code'),
  award_type: field.text('assistance_type_description', 'award_type', 'idv_type'),
  amount: field.vitalAmount(...OBLIGATED),
  outlays: field.amount('total_outlayed_amount', 'total_outlayed_amount_for_overall_award'),
  purpose: field.text(
    'prime_award_base_transaction_description',
    'award_description',
    'transaction_description',
  ),
  awarding_agency: field.text('awarding_agency_name'),
  awarding_sub_agency: field.text('awarding_sub_agency_name'),
  funding_agency: field.text('funding_agency_name'),
  funding_sub_agency: field.text('funding_sub_agency_name'),
  listings: field.listings(['cfda_numbers_and_titles', 'assistance_listing_numbers_and_titles'], {
    number: ['cfda_number', 'assistance_listing_number'],
    title: ['cfda_title', 'assistance_listing_title'],
  }),
  place_city: field.text(
    'primary_place_of_performance_city_name',
    'primary_place_of_performance_foreign_location',
  ),
  place_state: field.text(
    'primary_place_of_performance_state_code',
    'primary_place_of_performance_state_name',
  ),
  place_country: field.country(
    'primary_place_of_performance_country_name',
    'primary_place_of_performance_country_code',
  ),
  start_date: field.date('period_of_performance_start_date'),
  end_date: field.date('period_of_performance_current_end_date', 'ordering_period_end_date'),
  latest_action_date: field.date('award_latest_action_date', 'action_date'),
  recipient_name: field.text(...RECIPIENT_NAME),
  recipient_uei: field.uei(...RECIPIENT_ID),
  recipient_parent_uei: field.uei('recipient_parent_uei'),
  recipient_city: field.text('recipient_city_name', 'recipient_foreign_city_name'),
  recipient_state: field.text('recipient_state_code'),
  permalink: field.permalink('usaspending_permalink'),
  last_modified: LAST_MODIFIED,
}

/** Columns of table award_summary. */
const SUMMARY: field.Fields = { award_key: field.key(...AWARD_KEY), ...AWARD_FACTS }

/** USAspending's award summaries: one row per award, assistance or contract. */
export const award = field.recordTable({
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

const transactionKey = field.key(...TRANSACTION_KEY)

/** Columns of table award_transaction that a deletion has, too. */
const TRANSACTION: field.Fields = {
  // Older files write it in lower case.
  transaction_key: { ...transactionKey, read: (row) => transactionKey.read(row).toUpperCase() },
  last_modified: LAST_MODIFIED,
}

const ACTION: field.Fields = {
  award_key: field.key(...AWARD_KEY),
  modification: field.text('modification_number'),
  action_date: field.vitalDate('action_date'),
  action_type: field.text('action_type_code'),
  obligation: field.vitalAmount(OBLIGATION),
  ...AWARD_FACTS,
}

// Only the key of a deletion matters, so nothing else can reject it.
const DELETION: field.Fields = {
  award_key: {
    columns: AWARD_KEY,
    read: (reading) =>
      field.textOf(reading, AWARD_KEY) === null ? null : field.keyOf(reading, AWARD_KEY),
  },
}

/** Columns of table award_transaction, besides those of CORRECTION. */
const TRANSACTION_FIELDS: field.Fields = { ...TRANSACTION, ...ACTION }

/**
 * USAspending's prime transactions: one row per action on an award. A deletion may have only its own
 * key.
 * https://github.com/fedspendingtransparency/usaspending-api, populate_monthly_delta_files.py
 */
export const awardTransaction = field.recordTable(
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
  (reading, { isFileDate = false }) => {
    const correction = field.letterOf(reading, CORRECTION, 'CD')
    const made: field.Made = {
      is_correction: correction === 'C',
      is_deleted: correction === 'D',
      ...field.readFields(reading, TRANSACTION),
      ...field.readFields(reading, correction === 'D' ? DELETION : ACTION),
    }
    // Only the file's month orders it.
    if (made.is_deleted && made.last_modified === null && isFileDate) {
      reading.warnings.add('DeletionOfFileDate')
    }
    return made
  },
)
