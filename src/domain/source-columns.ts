/**
 * Columns of OFAC's tables as Refs show them (OFAC's specification of the SDN file; Publish_Date
 * from that of its XML), and their fields in tables restricted_party, _name, and _address. ADD has
 * city, state, and postal code in one column; Refs show them separately. SAM's rows are stored by
 * column.
 */
export const SDN_COLUMNS = {
  SDN_Name: 'name',
  Program: 'programs',
  Remarks: 'remarks',
  Publish_Date: 'published_on',
} as const
export const ALT_COLUMNS = { alt_type: 'kind', alt_name: 'name' } as const
export const ADD_COLUMNS = {
  Address: 'street',
  City: 'city',
  State_Province: 'state',
  Postal_Code: 'zip',
  Country: 'country',
} as const

/**
 * Columns of USAspending's downloads as Refs show them, and their fields in the store. Where names
 * differ between files (cfda_… and assistance listings, …_fsrs_… and …_sam_…), each column has one
 * name.
 */
export const AWARD_COLUMNS = {
  award_unique_key: 'award_key',
  award_id: 'award_id',
  award_type_code: 'award_type_code',
  award_type: 'award_type',
  total_obligated_amount: 'amount',
  total_outlayed_amount: 'outlays',
  prime_award_base_transaction_description: 'purpose',
  awarding_agency_name: 'awarding_agency',
  awarding_sub_agency_name: 'awarding_sub_agency',
  funding_agency_name: 'funding_agency',
  funding_sub_agency_name: 'funding_sub_agency',
  cfda_numbers_and_titles: 'listings',
  primary_place_of_performance_city_name: 'place_city',
  primary_place_of_performance_state: 'place_state',
  primary_place_of_performance_country: 'place_country',
  period_of_performance_start_date: 'start_date',
  period_of_performance_current_end_date: 'end_date',
  award_latest_action_date: 'latest_action_date',
  recipient_name: 'recipient_name',
  recipient_uei: 'recipient_uei',
  recipient_parent_uei: 'recipient_parent_uei',
  recipient_city_name: 'recipient_city',
  recipient_state: 'recipient_state',
  usaspending_permalink: 'permalink',
  last_modified_date: 'last_modified',
} as const

export const SUBAWARD_COLUMNS = {
  prime_award_unique_key: 'prime_award_key',
  prime_award_id: 'prime_award_id',
  prime_award_amount: 'prime_amount',
  prime_awardee_name: 'prime_recipient_name',
  prime_awardee_uei: 'prime_recipient_uei',
  subaward_sam_report_id: 'report_id',
  subaward_type: 'subaward_type',
  subaward_number: 'subaward_number',
  subaward_amount: 'amount',
  subaward_action_date: 'action_date',
  subaward_description: 'purpose',
  prime_award_awarding_agency_name: 'awarding_agency',
  prime_award_awarding_sub_agency_name: 'awarding_sub_agency',
  prime_award_funding_agency_name: 'funding_agency',
  prime_award_funding_sub_agency_name: 'funding_sub_agency',
  prime_award_cfda_numbers_and_titles: 'listings',
  subaward_primary_place_of_performance_city_name: 'place_city',
  subaward_primary_place_of_performance_state: 'place_state',
  subaward_primary_place_of_performance_country: 'place_country',
  subawardee_name: 'recipient_name',
  subawardee_dba_name: 'recipient_dba_name',
  subawardee_uei: 'recipient_uei',
  subawardee_parent_uei: 'recipient_parent_uei',
  subawardee_city_name: 'recipient_city',
  subawardee_state: 'recipient_state',
  usaspending_permalink: 'permalink',
  subaward_sam_report_last_modified_date: 'last_modified',
} as const

/** Columns of the Business Master File extract and their fields in the store. */
export const BMF_COLUMNS = {
  EIN: 'ein',
  NAME: 'name',
  ICO: 'in_care_of',
  STREET: 'street',
  CITY: 'city',
  STATE: 'state',
  ZIP: 'zip',
  GROUP: 'group_exemption',
  SUBSECTION: 'subsection',
  AFFILIATION: 'affiliation',
  CLASSIFICATION: 'classification',
  RULING: 'ruling',
  DEDUCTIBILITY: 'deductibility',
  FOUNDATION: 'foundation',
  ACTIVITY: 'activity',
  ORGANIZATION: 'organization',
  STATUS: 'status',
  TAX_PERIOD: 'tax_period',
  ASSET_CD: 'asset_code',
  INCOME_CD: 'income_code',
  FILING_REQ_CD: 'filing_requirement',
  PF_FILING_REQ_CD: 'pf_filing_requirement',
  ACCT_PD: 'accounting_period',
  ASSET_AMT: 'asset_amount',
  INCOME_AMT: 'income_amount',
  REVENUE_AMT: 'revenue_amount',
  NTEE_CD: 'ntee_code',
  SORT_NAME: 'sort_name',
} as const

/**
 * Columns of Publication 78, which has no header, named after the IRS's description of the file.
 */
const PUB78_COLUMNS = {
  EIN: 'ein',
  LegalName: 'name',
  City: 'city',
  State: 'state',
  Country: 'country',
  DeductibilityStatus: 'deductibility_codes',
} as const

/** Columns of the list of revocations, which has no header. */
const REVOCATION_COLUMNS = {
  EIN: 'ein',
  LegalName: 'name',
  DbaName: 'dba_name',
  Address: 'street',
  City: 'city',
  State: 'state',
  Zip: 'zip',
  Country: 'country',
  ExemptionType: 'exemption_type',
  RevocationDate: 'revoked_on',
  PostingDate: 'posted_on',
  ReinstatementDate: 'reinstated_on',
} as const

/** Columns of each registry list by their names in Refs, with the field in the store. */
export const REGISTRY_COLUMNS = {
  bmf: BMF_COLUMNS,
  pub78: PUB78_COLUMNS,
  revocation: REVOCATION_COLUMNS,
} as const satisfies Record<string, Readonly<Record<string, string>>>
