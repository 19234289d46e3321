/**
 * Columns that are read from USAspending's downloads, by meaning; the first filled one counts.
 * Checked with real files: contract transactions and subawards under contracts. The others follow
 * USAspending's published column lists; `assistance_listing` is the newer name of CFDA numbers and
 * has not been seen in a file yet.
 */
export type Columns = readonly string[]

export const ASSISTANCE_TRANSACTION_KEY = 'assistance_transaction_unique_key'
export const TRANSACTION_KEY: Columns = [
  ASSISTANCE_TRANSACTION_KEY,
  'contract_transaction_unique_key',
]
export const ASSISTANCE_KEY = 'assistance_award_unique_key'
const CONTRACT_KEY = 'contract_award_unique_key'
export const AWARD_KEY: Columns = [ASSISTANCE_KEY, CONTRACT_KEY]
export const AWARD_ID: Columns = ['award_id_fain', 'award_id_piid', 'award_id_uri']
export const RECIPIENT_NAME: Columns = ['recipient_name', 'recipient_name_raw']
// Files that predate UEIs have only DUNS numbers. With neither, recipients would be lost.
export const RECIPIENT_ID: Columns = ['recipient_uei', 'recipient_duns']
export const OBLIGATED: Columns = ['total_obligated_amount', 'total_dollars_obligated']
export const OBLIGATION = 'federal_action_obligation'
// "By indicator" appears in monthly files of changes, whose deletions contain only the
// transaction's key.
export const CORRECTION: Columns = ['correction_delete_indicator_code', 'correction_delete_ind']

/** An award's texts, in summaries and transactions alike. */
export const AWARD_TEXTS = {
  award_type_code: ['assistance_type_code', 'award_type_code', 'idv_type_code'],
  award_type: ['assistance_type_description', 'award_type', 'idv_type'],
  purpose: [
    'prime_award_base_transaction_description',
    'award_description',
    'transaction_description',
  ],
  awarding_agency: ['awarding_agency_name'],
  awarding_sub_agency: ['awarding_sub_agency_name'],
  funding_agency: ['funding_agency_name'],
  funding_sub_agency: ['funding_sub_agency_name'],
  place_city: [
    'primary_place_of_performance_city_name',
    'primary_place_of_performance_foreign_location',
  ],
  recipient_name: RECIPIENT_NAME,
  recipient_city: ['recipient_city_name', 'recipient_foreign_city_name'],
  recipient_state: ['recipient_state_code'],
} as const satisfies Record<string, Columns>

export const AWARD_OTHERS = {
  outlays: ['total_outlayed_amount', 'total_outlayed_amount_for_overall_award'],
  start_date: ['period_of_performance_start_date'],
  end_date: ['period_of_performance_current_end_date', 'ordering_period_end_date'],
  latest_action_date: ['award_latest_action_date', 'action_date'],
  last_modified: ['last_modified_date'],
  listings: ['cfda_numbers_and_titles', 'assistance_listing_numbers_and_titles'],
  listing_number: ['cfda_number', 'assistance_listing_number'],
  listing_title: ['cfda_title', 'assistance_listing_title'],
  place_state: [
    'primary_place_of_performance_state_code',
    'primary_place_of_performance_state_name',
  ],
  place_country: ['primary_place_of_performance_country_name'],
  place_country_code: ['primary_place_of_performance_country_code'],
  recipient_uei: ['recipient_uei'],
  recipient_duns: ['recipient_duns'],
  recipient_parent_uei: ['recipient_parent_uei'],
  permalink: ['usaspending_permalink'],
} as const satisfies Record<string, Columns>

export const TRANSACTION_OTHERS = {
  modification: ['modification_number'],
  action_date: ['action_date'],
  action_type: ['action_type_code'],
} as const satisfies Record<string, Columns>

export const SUBAWARD_KEY = {
  prime_award_key: ['prime_award_unique_key'],
  prime_award_id: ['prime_award_fain', 'prime_award_piid', 'prime_award_uri'],
  subaward_number: ['subaward_number'],
} as const satisfies Record<string, Columns>

/** The system to which a subaward was reported. FSRS was closed in 2025 and moved into SAM. */
export const SUBAWARD_REPORT = {
  SAM: ['subaward_sam_report_id', 'subaward_sam_report_last_modified_date'],
  FSRS: ['subaward_fsrs_report_id', 'subaward_fsrs_report_last_modified_date'],
} as const satisfies Record<string, Columns>

export const SUBAWARD_AMOUNT = 'subaward_amount'
export const SUBAWARD_DATE = 'subaward_action_date'
export const SUBAWARDEE_ID: Columns = ['subawardee_uei', 'subawardee_duns']

export const SUBAWARD_TEXTS = {
  prime_recipient_name: ['prime_awardee_name'],
  subaward_type: ['subaward_type'],
  purpose: ['subaward_description'],
  awarding_agency: ['prime_award_awarding_agency_name'],
  awarding_sub_agency: ['prime_award_awarding_sub_agency_name'],
  funding_agency: ['prime_award_funding_agency_name'],
  funding_sub_agency: ['prime_award_funding_sub_agency_name'],
  place_city: ['subaward_primary_place_of_performance_city_name'],
  recipient_name: ['subawardee_name'],
  recipient_city: ['subawardee_city_name'],
  recipient_state: ['subawardee_state_code'],
} as const satisfies Record<string, Columns>

// In real files this has the prime recipient's name, not the subawardee's.
export const SUBAWARD_DBA: Columns = ['subawardee_dba_name']
export const PRIME_NAMES: Columns = ['prime_awardee_name', 'prime_awardee_dba_name']

export const SUBAWARD_OTHERS = {
  prime_amount: ['prime_award_amount'],
  prime_recipient_uei: ['prime_awardee_uei'],
  listings: [
    'prime_award_cfda_numbers_and_titles',
    'prime_award_assistance_listing_numbers_and_titles',
  ],
  // For subawards reported until about 2021.
  listing_number: ['prime_award_cfda_number'],
  listing_title: ['prime_award_cfda_title'],
  place_state: [
    'subaward_primary_place_of_performance_state_code',
    'subaward_primary_place_of_performance_state_name',
  ],
  place_country: ['subaward_primary_place_of_performance_country_name'],
  place_country_code: ['subaward_primary_place_of_performance_country_code'],
  recipient_uei: ['subawardee_uei'],
  recipient_duns: ['subawardee_duns'],
  recipient_parent_uei: ['subawardee_parent_uei'],
  permalink: ['usaspending_permalink'],
  report_id: [SUBAWARD_REPORT.SAM[0], SUBAWARD_REPORT.FSRS[0]],
  last_modified: [SUBAWARD_REPORT.SAM[1], SUBAWARD_REPORT.FSRS[1]],
} as const satisfies Record<string, Columns>
