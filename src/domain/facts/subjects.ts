import { parsePath } from '../blocks.ts'
import { plainPath } from '../filing-contents.ts'
import { FORMS } from '../form.ts'
import { CATALOGUE } from './catalogue.ts'
import { labelOf, unitOfKind } from './definitions.ts'
import type { FactKind } from './definitions-checklists.ts'
import { REPEATABLE } from './repeatable.ts'
import { STATEMENTS, type StatementKey } from './tables/statements.ts'
import { type RowSource, type TableDefinition, unitOf } from './tables/table.ts'
import { TABLES, type TableKey } from './tables/tables.ts'

/** The kind, label, and unit of a leaf in the catalogue. */
type LeafSubject = { kind: FactKind; label: string; unit?: string }

/** The table of a row at a path. */
type RowSubject = {
  table: TableKey | StatementKey
  definition: TableDefinition
  source: RowSource
}

const LEAVES = new Map<string, LeafSubject>()
const ROWS = new Map<string, RowSubject>()

function addLeaf(path: string, subject: LeafSubject): void {
  if (!LEAVES.has(path)) LEAVES.set(path, subject)
}

function addTable(table: TableKey | StatementKey, definition: TableDefinition): void {
  for (const source of definition.rows) {
    if (!source.columns && !ROWS.has(source.path)) {
      ROWS.set(source.path, { table, definition, source })
    }
    for (const [key, column] of Object.entries(definition.columns)) {
      const unit = unitOf(column)
      const label = source.label ? `${source.label}: ${column.label}` : column.label
      const subject = { kind: column.kind, label, ...(unit && { unit }) }
      const below = source.columns ? (source.columns[key] ?? []) : column.paths
      for (const path of below) addLeaf(path ? `${source.path}/${path}` : source.path, subject)
    }
  }
}

for (const { key, kind, paths } of CATALOGUE) {
  const unit = unitOfKind(kind)
  for (const form of FORMS) {
    const subject = { kind, label: labelOf(key, form), ...(unit && { unit }) }
    for (const { path } of paths[form] ?? []) addLeaf(path, subject)
  }
}
for (const [key, table] of Object.entries(TABLES)) addTable(key as TableKey, table)
const statements: Readonly<Record<string, TableDefinition>> = STATEMENTS
for (const [key, table] of Object.entries(statements)) addTable(key as StatementKey, table)

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

/**
 * Returns the subject of the leaf at an indexed path; either line of a name counts as the name.
 * Undefined for a leaf outside the catalogue.
 */
export function leafSubject(path: string): LeafSubject | undefined {
  const plain = plainPath(path)
  return (
    LEAVES.get(plain) ??
    (/\/BusinessNameLine\w+$/.test(plain) ? LEAVES.get(parentOf(plain)) : undefined)
  )
}

/** Returns the table of the row at an indexed path; undefined for other paths. */
export const rowSubject = (path: string): RowSubject | undefined => ROWS.get(plainPath(path))

/**
 * Returns whether a Ref may have a path: every repeatable element has an index, and no other
 * element does.
 */
export function isRefPath(path: string): boolean {
  if (!parsePath(path)) return false
  let plain = ''
  return path
    .slice(1)
    .split('/')
    .every((step) => {
      const [name = ''] = step.split('[')
      plain += `/${name}`
      return name !== '#text' && REPEATABLE.has(plain) === step.endsWith(']')
    })
}
