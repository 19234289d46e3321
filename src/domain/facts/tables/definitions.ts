import type { Form } from '../../form.ts'
import { parseMoved, readTsv } from '../../tsv.ts'
import { columnsOf } from './columns.ts'
import { lineRows } from './lines.ts'
import type { RowSource, TableDefinition } from './table.ts'

const DEFINITIONS = new Map(
  readTsv(new URL('./tables.tsv', import.meta.url)).map(([table = '', ...cells]) => [table, cells]),
)

// Both tables have the same columns.
const TWINS: Readonly<Record<string, string>> = { foundationGrantsApproved: 'foundationGrantsPaid' }

/**
 * Returns tables by key, as `tables.tsv`, `columns.tsv`, and `lines.tsv` define them. `rows` has
 * the rows that those files do not list.
 */
export const defineTables = <const Key extends string>(
  keys: readonly Key[],
  rows: Partial<Record<NoInfer<Key>, readonly RowSource[]>>,
): Record<Key, TableDefinition> =>
  Object.fromEntries(keys.map((key) => [key, defineTable(key, rows[key])])) as Record<
    Key,
    TableDefinition
  >

function defineTable(table: string, rows?: readonly RowSource[]): TableDefinition {
  const [form, line = '', label = '', source = '', moved, names] = DEFINITIONS.get(table) ?? []
  if (!form) throw new Error(`tables.tsv: unknown table ${table}`)
  return {
    label,
    form: form as Form,
    line,
    ...parseMoved(moved),
    ...(names === 'related' && { names }),
    rows: rows ?? rowsOf(table, source),
    columns: columnsOf(TWINS[table] ?? table),
  }
}

// The paths of the rows, or "<element>/*" if the rows are lines below that element.
const rowsOf = (table: string, source: string): RowSource[] =>
  source.endsWith('/*')
    ? lineRows(table, source.slice(0, -2))
    : source.split(' ').map((path) => ({ path }))
