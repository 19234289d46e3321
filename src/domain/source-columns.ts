import { groupBy } from './es2024.ts'
import { readTsv } from './tsv.ts'

type Columns = Readonly<Record<string, string>>

const LISTS = groupBy(readTsv(new URL('source-columns.tsv', import.meta.url)), ([list]) => list)

/** Returns the columns of a list by their names in Refs, with their fields in the store. */
const columnsOf = (list: string): Columns =>
  Object.fromEntries((LISTS.get(list) ?? []).map(([, column, field]) => [column, field]))

/**
 * Columns of OFAC's tables (OFAC's specification of the SDN file; Publish_Date from that of its XML) in
 * tables restricted_party, _name, and _address. ADD has city, state, and postal code in one column; Refs
 * show them separately. SAM's rows are stored by column.
 */
export const SDN_COLUMNS = {
  SDN_Name: 'name',
  Program: 'programs',
  Remarks: 'remarks',
  Publish_Date: 'published_on',
} as const
export const ALT_COLUMNS = columnsOf('alt')
export const ADD_COLUMNS = columnsOf('add')

/**
 * Columns of USAspending's downloads. Where names differ between files (cfda_… and assistance listings,
 * …_fsrs_… and …_sam_…), each column has one name.
 */
export const AWARD_COLUMNS = columnsOf('award')
export const SUBAWARD_COLUMNS = columnsOf('subaward')

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
 * Columns of each registry list. Publication 78, whose columns are named after the IRS's description, and the
 * list of revocations have no header.
 */
export const REGISTRY_COLUMNS: Readonly<Record<'bmf' | 'pub78' | 'revocation', Columns>> = {
  bmf: BMF_COLUMNS,
  pub78: columnsOf('pub78'),
  revocation: columnsOf('revocation'),
}
