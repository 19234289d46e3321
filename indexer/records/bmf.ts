import { parseFiledEin } from '#src/domain/ein.ts'
import type { RowRejection } from '../sources/source.ts'
import { orNull, rejectTooLong, rejectValue } from './row-faults.ts'

/** Columns of the Business Master File extract (research/sources.md part 2) and their fields. */
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

export type BmfColumn = keyof typeof BMF_COLUMNS
export const BMF_NAMES = Object.keys(BMF_COLUMNS) as BmfColumn[]

const place = (name: BmfColumn): number => BMF_NAMES.indexOf(name)
const EIN = place('EIN')
const NAME = place('NAME')
const AMOUNTS = (['ASSET_AMT', 'INCOME_AMT', 'REVENUE_AMT'] as const).map(place)
const NA_WITNESSES = (['ICO', 'TAX_PERIOD', 'ASSET_AMT', 'REVENUE_AMT'] as const).map(place)

/**
 * True when a row writes `NA` for what is empty, as the samples of statistics packages do. The
 * IRS leaves such fields empty, and has a true STREET of "NA", so only these columns tell.
 */
export const writesNa = (fields: readonly string[]): boolean =>
  NA_WITNESSES.some((column) => fields[column] === 'NA')

/** Replaces `NA` by nothing, in every column but the name. */
export const withoutNa = (fields: readonly string[]): string[] =>
  fields.map((field, column) => (field === 'NA' && column !== NAME ? '' : field))

const AMOUNT = /^-?\d+$/
// What Postgres's bigint holds.
const LARGEST = 2n ** 63n - 1n

function isAmount(text: string): boolean {
  if (!AMOUNT.test(text)) return false
  // No number of so few digits is too large, and nearly all have fewer.
  if (text.length < 19) return true
  const amount = BigInt(text)
  return amount <= LARGEST && amount >= -LARGEST
}

/** The values of one row in the order of BMF_NAMES, or why it cannot be stored. */
export function toBmfValues(
  fields: readonly string[],
  row: number,
): (string | null)[] | RowRejection {
  const ein = parseFiledEin(fields[EIN] ?? '')
  if (ein === undefined) return rejectValue(row, 'InvalidEin', 'The EIN', fields[EIN] ?? '')
  if (!fields[NAME]) return rejectValue(row, 'NoName', 'The name', '')
  const fault = rejectTooLong(row, fields, (column) => BMF_NAMES[column] ?? 'A field')
  if (fault) return fault
  for (const column of AMOUNTS) {
    const amount = fields[column] ?? ''
    if (amount !== '' && !isAmount(amount)) {
      return rejectValue(row, 'InvalidAmount', BMF_NAMES[column] ?? 'The amount', amount)
    }
  }
  return fields.map((field, column) => (column === EIN ? ein : orNull(field)))
}
