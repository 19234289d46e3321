import { STATEMENTS, type StatementKey } from '../../domain/facts/tables/statements.ts'
import { type TableDefinition, unitOf } from '../../domain/facts/tables/table.ts'
import type { TableKey } from '../../domain/facts/tables/tables.ts'
import type { Filing } from '../organization.ts'
import { countTables, tableOf } from '../table-rows.ts'
import type { FormSection } from './definitions.ts'
import type { SectionRow, SectionTable } from './section-data.ts'

/**
 * The statements and tables of a section that the filing has rows of. Lines of a statement are
 * counted as they were read; rows of a table at load.
 */
export function describeTables(
  filing: Filing,
  { statements = [], tables = [] }: FormSection,
  rows: readonly SectionRow[],
): SectionTable[] {
  const read = (key: StatementKey) => rows.filter(({ table }) => table === key).length
  return [
    ...statements.map((key) => describe(filing, key, STATEMENTS[key], read(key))),
    ...tables.map((key) => describe(filing, key, tableOf(key), countTables([key], filing))),
  ].filter(({ rowCount }) => rowCount > 0)
}

/** What a table is: label, line as this version of the form numbers it, columns with units. */
export function describe(
  { schemaVersion }: Pick<Filing, 'schemaVersion'>,
  key: TableKey | StatementKey,
  table: TableDefinition,
  rowCount: number,
): SectionTable {
  return {
    key,
    label: table.label,
    line: lineIn(table, schemaVersion),
    rowCount,
    columns: Object.entries(table.columns).map(([name, column]) => {
      const unit = unitOf(column)
      return { key: name, label: column.label, ...(unit && { unit }) }
    }),
  }
}

/** A line as a version of the form numbers it; an unknown version counts as the oldest. */
export const lineIn = (
  { line, moved }: { line: string; moved?: { since: string; line: string } },
  schemaVersion: string | null,
): string => (moved && schemaVersion !== null && schemaVersion >= moved.since ? moved.line : line)
