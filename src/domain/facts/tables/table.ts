import type { Form } from '../../form.ts'
import type { FactKind } from '../definitions.ts'

/**
 * A column of a table: how it is read, its label, and where it stands below the row, one path an
 * era, in order of trust. '' is the row's own text. `line` is its column or line on the form.
 */
export type Column = {
  kind: FactKind
  label: string
  paths: readonly string[]
  line?: string
}

/**
 * Where rows of a table come from: an element, its repeats in document order. `label` and `line`
 * say what a row is where each row has an element of its own (lines of a statement). `columns`
 * replaces paths where the leaves of a row are named and not grouped (Description2Txt).
 */
export type RowSource = {
  path: string
  label?: string
  line?: string
  /** Where the IRS moved the line: the first schema version with it, and the line since. */
  moved?: { since: string; line: string }
  columns?: Readonly<Record<string, readonly string[]>>
}

/** Rows of one kind on a form: a schedule's table, a list of people, lines of a statement. */
export type TableDefinition = {
  label: string
  form: Form
  /** Part and line of the form, for citations. */
  line: string
  moved?: { since: string; line: string }
  /** The rows of all sources, one after the other; a return holds those of one era. */
  rows: readonly RowSource[]
  columns: Readonly<Record<string, Column>>
}
