import type { Form } from '../../form.ts'
import type { FactKind } from '../definitions-checklists.ts'

/** What a figure counts in, where its kind does not say it: a share of one, hours a week. */
type ColumnUnit = 'ratio' | 'hours'

/**
 * A column of a table: how it is read, its label, and where it stands below the row, one path an
 * era, in order of trust. '' is the row's own text. `line` is its column or line on the form.
 */
export type Column = {
  kind: FactKind
  label: string
  paths: readonly string[]
  line?: string
  unit?: ColumnUnit
}

export type Columns = Readonly<Record<string, Column>>

/**
 * Where rows of a table come from: an element, its repeats in document order. `label` and `line`
 * say what a row is where each row has an element of its own (lines of a statement). `columns`
 * replaces paths where the leaves of a row are named and not grouped (Description2Txt).
 */
export type RowSource = {
  path: string
  /** What its rows are counted under where several sources share a path; else the path. */
  key?: string
  label?: string
  line?: string
  /** Where the IRS moved the line: the first schema version with it, and the line since. */
  moved?: { since: string; line: string }
  columns?: Readonly<Record<string, readonly string[]>>
  /** It sums all other rows of its table, or those of which the form names none. */
  sumOf?: 'rows' | 'others'
}

/** Rows of one kind on a form: a schedule's table, a list of people, lines of a statement. */
export type TableDefinition = {
  label: string
  /** The form it belongs to; schedules say 990 and stand on a 990-EZ, too. */
  form: Form
  /** Part and line of the form, for citations. */
  line: string
  moved?: { since: string; line: string }
  /** Its rows name related organizations, by EIN where the column `ein` is filed. */
  names?: 'related'
  /** The rows of all sources, one after the other; a return holds those of one era. */
  rows: readonly RowSource[]
  columns: Columns
}

/** What the rows of a source are counted under (`FilingContents.rows`). */
export const sourceKey = (source: RowSource): string => source.key ?? source.path

/** The unit of a column's figures: USD, count, ratio or hours; undefined for texts and yes or no. */
export function unitOf({ kind, unit }: Column): 'USD' | 'count' | ColumnUnit | undefined {
  if (unit) return unit
  if (kind === 'money') return 'USD'
  return kind === 'count' ? 'count' : undefined
}
