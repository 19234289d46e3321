import { ROW_SUMS, type RowSum, type RowSumKey } from './row-facts.ts'
import { lineIn } from './tables/line-of-path.ts'
import type { TableDefinition } from './tables/table.ts'
import { TABLES } from './tables/tables.ts'

/**
 * Describes how a sum of rows was computed: "Sum of columns (d) and (e) over the 137 rows of
 * Schedule I, Part II that have an amount". The line is that of the schema version.
 */
export function describeRowSum(
  key: RowSumKey,
  { rows }: Pick<RowSum, 'rows'>,
  schemaVersion?: string | null,
): string {
  const table: TableDefinition = TABLES[ROW_SUMS[key].table]
  const line = lineIn(table, schemaVersion ?? undefined)
  const over =
    rows === 1 ? `the one row of ${line} that has` : `the ${rows} rows of ${line} that have`
  return `Sum of ${columnsInWords(table, ROW_SUMS[key].columns)} over ${over} an amount`
}

const COLUMN = 'column '

// If the form has no column letter, its heading is used.
function columnsInWords({ columns }: TableDefinition, keys: readonly string[]): string {
  const filed = keys.flatMap((key) => columns[key] ?? [])
  const letters = filed.flatMap(({ line }) =>
    line?.startsWith(COLUMN) ? [line.slice(COLUMN.length)] : [],
  )
  if (letters.length < filed.length) return `“${filed.map(({ label }) => label).join('” and “')}”`
  return `${letters.length > 1 ? 'columns' : 'column'} ${letters.join(' and ')}`
}
