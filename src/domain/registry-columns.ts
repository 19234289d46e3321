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
