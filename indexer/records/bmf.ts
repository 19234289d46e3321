import { parseFiledEin } from '#src/domain/ein.ts'
import { parseWhole } from '#src/domain/exact-numbers.ts'
import { BMF_COLUMNS } from '#src/domain/registry-columns.ts'
import type { RowRejection } from '../sources/source.ts'
import { orNull, rejectTooLong, rejectValue } from './row-faults.ts'

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
    if (amount !== '' && parseWhole(amount) === undefined) {
      return rejectValue(row, 'InvalidAmount', BMF_NAMES[column] ?? 'The amount', amount)
    }
  }
  return fields.map((field, column) => (column === EIN ? ein : orNull(field)))
}
