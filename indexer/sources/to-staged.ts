import type { Made } from '../records/made.ts'
import { originOf } from './origin.ts'
import type { StagedRow, StagedValue, TabularSource } from './source.ts'

/** The staged row of what a record was made of, for columns without those of its origin. */
export function toStaged(
  { made, warnings }: Made,
  row: number,
  columns: readonly string[],
  source: TabularSource,
): StagedRow {
  const values = columns.map((column) => toValue(made[column]))
  return {
    row,
    values: [...values, ...originOf(source, row)],
    ...(warnings.length > 0 && { warnings }),
  }
}

function toValue(value: unknown): StagedValue {
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? JSON.stringify(value) : (value as StagedValue)
}
