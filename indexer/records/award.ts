import { createHash } from 'node:crypto'
import { normalizeName } from '#src/domain/names.ts'
import type { Texts } from '../sources/header-table.ts'
import type { Made, RowRejection, TabularSource } from '../sources/source.ts'
import {
  amountField,
  type Columns,
  countryField,
  dateField,
  type Fields,
  keyField,
  keyOf,
  letterOf,
  listingsField,
  permalinkField,
  readFields,
  readingOf,
  recordField,
  textField,
  textOf,
  toRecord,
  ueiField,
  vitalAmount,
  vitalDate,
} from './award-fields.ts'
import { rejectValue } from './row.ts'

/*
 * Columns of tables, with the columns of USAspending's downloads that they are read from. Checked with
 * real files: contract transactions and subawards under contracts. The others follow USAspending's
 * published column lists; `assistance_listing` is the newer name of CFDA numbers and has not been seen
 * in a file yet.
 */

export const ASSISTANCE_TRANSACTION_KEY = 'assistance_transaction_unique_key'
export const TRANSACTION_KEY: Columns = [
  ASSISTANCE_TRANSACTION_KEY,
  'contract_transaction_unique_key',
]
const ASSISTANCE_KEY = 'assistance_award_unique_key'
export const AWARD_KEY: Columns = [ASSISTANCE_KEY, 'contract_award_unique_key']
export const AWARD_ID: Columns = ['award_id_fain', 'award_id_piid', 'award_id_uri']
export const RECIPIENT_NAME: Columns = ['recipient_name', 'recipient_name_raw']
// Files that predate UEIs have only DUNS numbers. With neither, recipients would be lost.
export const RECIPIENT_ID = ['recipient_uei', 'recipient_duns'] as const
export const OBLIGATED: Columns = ['total_obligated_amount', 'total_dollars_obligated']
export const OBLIGATION = 'federal_action_obligation'
// "By indicator" appears in monthly files of changes, whose deletions contain only the
// transaction's key.
export const CORRECTION: Columns = ['correction_delete_indicator_code', 'correction_delete_ind']
const LAST_MODIFIED = vitalDate('last_modified_date')

/** What a summary or transaction states about its award: columns of table award. */
export const AWARD_FACTS: Fields = {
  kind: {
    columns: AWARD_KEY,
    read: ({ text }) => (text(ASSISTANCE_KEY) === '' ? 'contract' : 'assistance'),
  },
  // Aggregates have their id only in their key.
  award_id: textField(...AWARD_ID, ...AWARD_KEY),
  award_type_code: textField('assistance_type_code', 'award_type_code', 'idv_type_code'),
  award_type: textField('assistance_type_description', 'award_type', 'idv_type'),
  amount: vitalAmount(...OBLIGATED),
  outlays: amountField('total_outlayed_amount', 'total_outlayed_amount_for_overall_award'),
  purpose: textField(
    'prime_award_base_transaction_description',
    'award_description',
    'transaction_description',
  ),
  awarding_agency: textField('awarding_agency_name'),
  awarding_sub_agency: textField('awarding_sub_agency_name'),
  funding_agency: textField('funding_agency_name'),
  funding_sub_agency: textField('funding_sub_agency_name'),
  listings: listingsField(['cfda_numbers_and_titles', 'assistance_listing_numbers_and_titles'], {
    number: ['cfda_number', 'assistance_listing_number'],
    title: ['cfda_title', 'assistance_listing_title'],
  }),
  place_city: textField(
    'primary_place_of_performance_city_name',
    'primary_place_of_performance_foreign_location',
  ),
  place_state: textField(
    'primary_place_of_performance_state_code',
    'primary_place_of_performance_state_name',
  ),
  place_country: countryField(
    'primary_place_of_performance_country_name',
    'primary_place_of_performance_country_code',
  ),
  start_date: dateField('period_of_performance_start_date'),
  end_date: dateField('period_of_performance_current_end_date', 'ordering_period_end_date'),
  latest_action_date: dateField('award_latest_action_date', 'action_date'),
  recipient_name: textField(...RECIPIENT_NAME),
  recipient_uei: ueiField(...RECIPIENT_ID),
  recipient_parent_uei: ueiField('recipient_parent_uei'),
  recipient_city: textField('recipient_city_name', 'recipient_foreign_city_name'),
  recipient_state: textField('recipient_state_code'),
  permalink: permalinkField('usaspending_permalink'),
  last_modified: LAST_MODIFIED,
}

/** Columns of table award_summary, whose `award` is JSON. */
export const SUMMARY: Fields = {
  award_key: keyField(...AWARD_KEY),
  award: recordField(AWARD_FACTS),
  last_modified: LAST_MODIFIED,
}

/** Returns the function that makes the record of a row, or its rejection. */
export const recordOf =
  (fields: Fields) =>
  (row: number, text: Texts): Made | RowRejection => {
    const reading = readingOf(row, text)
    return toRecord(reading, readFields(reading, fields))
  }

const transactionKey = keyField(...TRANSACTION_KEY)

/** Columns of table award_transaction that a deletion has, too. */
const TRANSACTION: Fields = {
  // Older files write it in lower case.
  transaction_key: { ...transactionKey, read: (row) => transactionKey.read(row).toUpperCase() },
  last_modified: LAST_MODIFIED,
}

const ACTION: Fields = {
  award_key: keyField(...AWARD_KEY),
  modification: textField('modification_number'),
  action_date: vitalDate('action_date'),
  action_type: textField('action_type_code'),
  obligation: vitalAmount(OBLIGATION),
  award: recordField(AWARD_FACTS),
}

// Only the key of a deletion matters, so nothing else can reject it.
const DELETION: Fields = {
  award_key: {
    columns: AWARD_KEY,
    read: (reading) => (textOf(reading, AWARD_KEY) === null ? null : keyOf(reading, AWARD_KEY)),
  },
  award: { columns: [], read: () => ({}) },
}

/** Columns of table award_transaction, besides those of CORRECTION. */
export const TRANSACTION_FIELDS: Fields = { ...TRANSACTION, ...ACTION }

/**
 * Returns a row of table award_transaction, or its rejection. A deletion may have only its own key.
 * https://github.com/fedspendingtransparency/usaspending-api, populate_monthly_delta_files.py
 */
export function toAwardTransaction(
  row: number,
  text: Texts,
  { isFileDate = false }: Pick<TabularSource, 'isFileDate'>,
): Made | RowRejection {
  const reading = readingOf(row, text)
  const correction = letterOf(reading, CORRECTION, 'CD')
  const made: Made['made'] = {
    is_correction: correction === 'C',
    is_deleted: correction === 'D',
    ...readFields(reading, TRANSACTION),
    ...readFields(reading, correction === 'D' ? DELETION : ACTION),
  }
  // Only the file's month orders it.
  if (made.is_deleted && made.last_modified === null && isFileDate) {
    reading.warnings.add('DeletionOfFileDate')
  }
  return toRecord(reading, made)
}

/** Columns of table audit, from the clearinghouse's table `general`, with identifiers as filed. */
export const AUDIT: Fields = {
  report_id: keyField('report_id'),
  audit_year: { columns: ['audit_year'], read: ({ text }) => Number(text('audit_year')) },
  uei: textField('auditee_uei'),
  ein: textField('auditee_ein'),
  auditor_ein: textField('auditor_ein'),
  name: textField('auditee_name'),
  city: textField('auditee_city'),
  state: textField('auditee_state'),
  accepted_on: dateField('fac_accepted_date'),
}

// The clearinghouse's data begins in 2016; older audits may be added.
const FIRST_YEAR = '1990'

/**
 * Returns an audit, or its rejection. `asOf` is the file's month: an audit of a later year is wrong.
 */
export function toAudit(
  row: number,
  text: Texts,
  { asOf }: Pick<TabularSource, 'asOf'>,
): Made | RowRejection {
  const reading = readingOf(row, text)
  const made = readFields(reading, AUDIT)
  const year = text('audit_year')
  const isYear = /^\d{4}$/.test(year) && year >= FIRST_YEAR && year <= asOf.slice(0, 4)
  if (!isYear) reading.fault ??= rejectValue(row, 'InvalidYear', 'a year in audit_year', year)
  return toRecord(reading, made)
}

const identifier = keyField('additional_ein', 'additional_uei')

/** Columns of table audit_identifier: another EIN or UEI that an audit covers. */
export const IDENTIFIER: Fields = {
  report_id: keyField('report_id'),
  kind: { ...identifier, read: ({ text }) => (text('additional_ein') === '' ? 'uei' : 'ein') },
  value: { ...identifier, read: (reading) => identifier.read(reading).toUpperCase() },
}

export const PRIME_AWARD_KEY = 'prime_award_unique_key'
export const PRIME_AWARD_ID: Columns = ['prime_award_fain', 'prime_award_piid', 'prime_award_uri']
export const SUBAWARD_AMOUNT = 'subaward_amount'
export const SUBAWARD_DATE = 'subaward_action_date'
export const SUBAWARDEE_ID = ['subawardee_uei', 'subawardee_duns'] as const

// The systems to which subawards are reported. FSRS was closed in 2025 and moved into SAM.
const REPORTS = {
  SAM: ['subaward_sam_report_id', 'subaward_sam_report_last_modified_date'],
  FSRS: ['subaward_fsrs_report_id', 'subaward_fsrs_report_last_modified_date'],
} as const

// In real files this has the prime recipient's name, not the subawardee's.
const DBA_NAME = 'subawardee_dba_name'
const PRIME_NAMES: Columns = ['prime_awardee_name', 'prime_awardee_dba_name']

/** Columns of table subaward as reported, without its key. */
export const SUBAWARD_FACTS: Fields = {
  // A subaward that USAspending could not link has only the prime award's number.
  prime_award_key: keyField(PRIME_AWARD_KEY, ...PRIME_AWARD_ID),
  prime_award_id: textField(...PRIME_AWARD_ID),
  subaward_number: textField('subaward_number'),
  report_id: textField(REPORTS.SAM[0], REPORTS.FSRS[0]),
  report_system: {
    columns: Object.values(REPORTS).flat(),
    read: (reading) =>
      Object.entries(REPORTS).find(([, columns]) => textOf(reading, columns) !== null)?.[0],
  },
  last_modified: vitalDate(REPORTS.SAM[1], REPORTS.FSRS[1]),
  prime_recipient_name: textField('prime_awardee_name'),
  subaward_type: textField('subaward_type'),
  purpose: textField('subaward_description'),
  awarding_agency: textField('prime_award_awarding_agency_name'),
  awarding_sub_agency: textField('prime_award_awarding_sub_agency_name'),
  funding_agency: textField('prime_award_funding_agency_name'),
  funding_sub_agency: textField('prime_award_funding_sub_agency_name'),
  place_city: textField('subaward_primary_place_of_performance_city_name'),
  recipient_name: textField('subawardee_name'),
  recipient_city: textField('subawardee_city_name'),
  recipient_state: textField('subawardee_state_code'),
  recipient_dba_name: {
    columns: [DBA_NAME, ...PRIME_NAMES],
    read: ({ text }) => {
      const name = text(DBA_NAME)
      return PRIME_NAMES.some((column) => text(column) === name) ? null : name || null
    },
  },
  prime_amount: amountField('prime_award_amount'),
  prime_recipient_uei: ueiField('prime_awardee_uei'),
  amount: vitalAmount(SUBAWARD_AMOUNT),
  action_date: vitalDate(SUBAWARD_DATE),
  // One listing with its number and title: subawards reported until about 2021.
  listings: listingsField(
    ['prime_award_cfda_numbers_and_titles', 'prime_award_assistance_listing_numbers_and_titles'],
    { number: ['prime_award_cfda_number'], title: ['prime_award_cfda_title'] },
  ),
  place_state: textField(
    'subaward_primary_place_of_performance_state_code',
    'subaward_primary_place_of_performance_state_name',
  ),
  place_country: countryField(
    'subaward_primary_place_of_performance_country_name',
    'subaward_primary_place_of_performance_country_code',
  ),
  recipient_uei: ueiField(...SUBAWARDEE_ID),
  recipient_parent_uei: ueiField('subawardee_parent_uei'),
  permalink: permalinkField('usaspending_permalink'),
}

// What reporters write instead of a number, reduced to letters and digits.
const NO_NUMBER = /^(?:0*|NA|NONE|NULL|TBD|UNKNOWN|NOTAPPLICABLE|NOTAVAILABLE|X+)$/

// Enough hash digits that ten million subawards have no collision.
const KEY_DIGITS = 24

/**
 * Returns a subaward's key: prime award, number, recipient, and day; if there is no number, also
 * amount and description. Report ids are not stable: FSRS and SAM differ for the same subaward.
 * https://github.com/fedspendingtransparency/usaspending-api/issues/3807
 */
function subawardKey(facts: Made['made']): string {
  const number = String(facts.subaward_number ?? '').toUpperCase()
  const isNumbered = !NO_NUMBER.test(number.replaceAll(/[^\p{L}\p{N}]/gu, ''))
  const identity = [
    facts.prime_award_key,
    facts.recipient_uei ?? normalizeName(String(facts.recipient_name ?? '')),
    facts.action_date,
    ...(isNumbered ? [number] : [facts.amount, facts.purpose]),
  ]
  const hash = createHash('sha256').update(JSON.stringify(identity)).digest('hex')
  return hash.slice(0, KEY_DIGITS)
}

/** Returns a row of table subaward, or its rejection. */
export function toSubaward(row: number, text: Texts): Made | RowRejection {
  const reading = readingOf(row, text)
  const facts = readFields(reading, SUBAWARD_FACTS)
  return toRecord(reading, { subaward_key: subawardKey(facts), ...facts })
}
