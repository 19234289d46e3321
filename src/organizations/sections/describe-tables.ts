import { STATEMENTS, type StatementKey } from '#src/domain/facts/tables/statements.ts'
import { type TableDefinition, unitOf } from '#src/domain/facts/tables/table.ts'
import { TABLES, type TableKey } from '#src/domain/facts/tables/tables.ts'
import { lineIn } from '#src/domain/tsv.ts'
import { countTables } from '../filings/table-rows.ts'
import type { Filing } from '../organization.ts'
import type { FormSection } from './definitions.ts'
import type { SectionRow, SectionTable } from './section-data.ts'

/**
 * Returns the statements and tables of a section with rows in the filing. Lines of a statement are
 * counted in `rows`; rows of a table were counted at load.
 */
export function describeTables(
  filing: Filing,
  { statements, tables }: FormSection,
  rows: readonly SectionRow[],
): SectionTable[] {
  const read = (key: StatementKey) => rows.filter(({ table }) => table === key).length
  return [
    ...statements.map((key) => describeTable(filing, key, read(key))),
    ...tables.map((key) => describeTable(filing, key, countTables([key], filing))),
  ].filter(({ rowCount }) => rowCount > 0)
}

/** Returns a table or statement: label, line in this version of the form, and columns with units. */
export function describeTable(
  { schemaVersion }: Pick<Filing, 'schemaVersion'>,
  key: TableKey | StatementKey,
  rowCount: number,
): SectionTable {
  const table = definitionOf(key)
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

/** Returns the sources of a row in a statement, one for each era of the form. */
const sourcesOf = ({ table, row }: SectionRow) =>
  row.line === undefined
    ? []
    : definitionOf(table).rows.filter(({ label, line }) => line === row.line && label === row.label)

/** Returns the line of a row in a statement, where each row has its own. */
export function lineOfRow(
  { schemaVersion }: Pick<Filing, 'schemaVersion'>,
  shown: SectionRow,
): string | undefined {
  const [source] = sourcesOf(shown)
  return source?.line && lineIn({ ...source, line: source.line }, schemaVersion ?? undefined)
}

/** The columns of lines that the form shades in the others, by table and line; the first match. */
const OPEN_COLUMNS: [table: TableKey | StatementKey, line: RegExp, columns: string[]][] = [
  ['expenses990', /line [1-4]$/, ['total', 'program']],
  ['expenses990', /line 11e$/, ['total', 'fundraising']],
  ['revenue990', /line 6[abc]$/, ['real', 'personal']],
  ['revenue990', /line 7[abc]$/, ['securities', 'other']],
  ['revenue990', /./, ['total', 'related', 'unrelated', 'excluded']],
]

/** Whether the form has a column for the line of a row. */
export function asksFor(shown: SectionRow, column: string): boolean {
  const sources = sourcesOf(shown)
  if (sources.some(({ columns }) => columns))
    return sources.some(({ columns }) => columns?.[column])
  const { table, row } = shown
  const open = OPEN_COLUMNS.find(([key, line]) => key === table && line.test(row.line ?? ''))
  return open === undefined || open[2].includes(column)
}

const DEFINITIONS: Readonly<Record<TableKey | StatementKey, TableDefinition>> = {
  ...TABLES,
  ...STATEMENTS,
}
const definitionOf = (key: TableKey | StatementKey): TableDefinition => DEFINITIONS[key]
