import { lineIn } from '#src/domain/facts/tables/line-of-path.ts'
import { STATEMENTS, type StatementKey } from '#src/domain/facts/tables/statements.ts'
import { type TableDefinition, unitOf } from '#src/domain/facts/tables/table.ts'
import { TABLES, type TableKey } from '#src/domain/facts/tables/tables.ts'
import { countTables, tableOf } from '../filings/table-rows.ts'
import type { Filing } from '../organization.ts'
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

/** What a table or statement of the catalogue is, by its key. */
export const describeTable = (
  filing: Pick<Filing, 'schemaVersion'>,
  key: TableKey | StatementKey,
  rowCount: number,
): SectionTable => describe(filing, key, definitionOf(key), rowCount)

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
    line: lineIn(table, schemaVersion ?? undefined),
    rowCount,
    columns: Object.entries(table.columns).map(([name, column]) => {
      const unit = unitOf(column)
      return { key: name, label: column.label, ...(unit && { unit }) }
    }),
  }
}

/** The line a row stands on, where each row of its table has one of its own (statements). */
export function lineOfRow(
  { schemaVersion }: Pick<Filing, 'schemaVersion'>,
  { table, row }: SectionRow,
): string | undefined {
  if (row.line === undefined) return undefined
  const source = definitionOf(table).rows.find(
    ({ label, line }) => line === row.line && label === row.label,
  )
  return source?.line && lineIn({ ...source, line: source.line }, schemaVersion ?? undefined)
}

const DEFINITIONS: Readonly<Record<TableKey | StatementKey, TableDefinition>> = {
  ...TABLES,
  ...STATEMENTS,
}
const definitionOf = (key: TableKey | StatementKey): TableDefinition => DEFINITIONS[key]
