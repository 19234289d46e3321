import type { UnlistedRow } from './row-facts-names.ts'
import type { TableKey } from './tables/tables.ts'

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
  /** Indexed paths of up to `MOST_PATHS` rows, otherwise of their part. */
  paths: string[]
}

/** Number of rows cited one by one; a sum of more rows cites their part. */
export const MOST_PATHS = 20

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
