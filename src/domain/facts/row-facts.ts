import type { Form } from '../form.ts'
import { lineIn } from '../tsv.ts'
import type { PeopleListed } from './derived-operands.ts'
import type { UnlistedRow } from './row-facts-names.ts'
import type { TableDefinition } from './tables/table.ts'
import { TABLES, type TableKey } from './tables/tables.ts'

/** A sum over columns of all rows of a table. Blank cells add nothing. */
type RowSumDefinition = { label: string; table: TableKey; columns: readonly string[] }

/** Sums stored for each return, for cross-checks and ratings. */
export const ROW_SUMS = {
  grantsToOrganizations: {
    label: 'Listed grants to domestic organizations',
    table: 'grantsToOrganizations',
    columns: ['cashGrant', 'noncashAssistance'],
  },
  grantsToIndividuals: {
    label: 'Listed grants to domestic individuals',
    table: 'grantsToIndividuals',
    columns: ['cashGrant', 'noncashAssistance'],
  },
  foreignGrants: {
    label: 'Listed grants to foreign organizations',
    table: 'foreignGrants',
    columns: ['cashGrant', 'noncashAssistance'],
  },
  foreignIndividualGrants: {
    label: 'Listed grants to foreign individuals',
    table: 'foreignIndividualGrants',
    columns: ['cashGrant', 'noncashAssistance'],
  },
  foundationGrantsPaid: {
    label: 'Listed grants paid',
    table: 'foundationGrantsPaid',
    columns: ['amount'],
  },
  foundationGrantsApproved: {
    label: 'Listed grants approved for future payment',
    table: 'foundationGrantsApproved',
    columns: ['amount'],
  },
  reportableCompensation: {
    label: 'Reportable compensation of the listed people',
    table: 'officers990',
    columns: ['reportableCompensation'],
  },
  relatedCompensation: {
    label: 'Compensation that related organizations paid to the listed people',
    table: 'officers990',
    columns: ['relatedCompensation'],
  },
  otherCompensation: {
    label: 'Other compensation of the listed people',
    table: 'officers990',
    columns: ['otherCompensation'],
  },
  officerCompensation990EZ: {
    label: 'Compensation of the listed people',
    table: 'officers990EZ',
    columns: ['compensation'],
  },
  officerCompensation990PF: {
    label: 'Compensation of the listed people',
    table: 'officers990PF',
    columns: ['compensation'],
  },
  programExpenses: {
    label: 'Expenses of the listed programs',
    table: 'programs990',
    columns: ['expense'],
  },
  programExpenses990EZ: {
    label: 'Expenses of the listed programs',
    table: 'programs990EZ',
    columns: ['expense'],
  },
  noncashContributions: {
    label: 'Listed noncash contributions',
    table: 'noncashContributions',
    columns: ['amount'],
  },
} as const satisfies Record<string, RowSumDefinition>

export type RowSumKey = keyof typeof ROW_SUMS

export const ROW_SUM_KEYS = Object.keys(ROW_SUMS) as RowSumKey[]

/** A sum with its rows, in whole US dollars. */
export type RowSum = {
  value: number
  /** Number of rows with an amount. */
  rows: number
  /** Indexed paths of up to `MAX_PATHS` rows, otherwise of their part. */
  paths: string[]
}

/** Number of rows cited one by one; a sum of more rows cites their part. */
export const MAX_PATHS = 20

/** The reason a sum is unknown, as in the load's warning, with the path of the cell or rows. */
export type UnknownSum = { why: 'NotAnAmount' | 'SumTooLarge'; path: string }

/** Sums and names from the rows of a return (table filing, column row_facts). */
export type RowFacts = {
  sums: Partial<Record<RowSumKey, RowSum>>
  /** Unknown sums, which are absent from `sums`. */
  unknown?: Partial<Record<RowSumKey, UnknownSum>>
  /**
   * Names of the form's officers (`OFFICER_TABLES`) in filed order, '' for a row without a name.
   * Row n (from 0) of `path` is `itemPath(path, n)`.
   */
  officers?: { path: string; names: string[] }
  /**
   * People of Schedule J, Part II, whom Part VII does not list, with the path of their row and a
   * similar name; empty if all are listed. Absent if either list has no names.
   */
  unlisted?: UnlistedRow[]
}

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

/**
 * Returns the paid officers of a form without a line for officer compensation (`DERIVED`). The first
 * has the pay of all, which is enough for sums (`officerCompensation`, `officerCompensationShare`)
 * but not for the best paid; the others are there to be cited. Undefined for other forms, or if no
 * pay is filed.
 */
export function peopleOfSums(
  { sums }: Pick<RowFacts, 'sums'>,
  form: Form,
): PeopleListed | undefined {
  const paid = form === '990EZ' ? sums.officerCompensation990EZ : undefined
  const officers = paid?.paths.map((path, at) => ({
    path,
    cells: { compensation: { value: at === 0 ? paid.value : 0, path } },
  }))
  return officers && { officers, employees: [] }
}
