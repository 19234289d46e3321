import type { Form } from '../../form.ts'
import type { Moved } from '../../tsv.ts'
import { unitOfKind } from '../definitions.ts'
import type { FactKind } from '../definitions-checklists.ts'

/** The unit, if the kind does not determine it: a share of one, hours per week. */
type ColumnUnit = 'ratio' | 'hours'

/**
 * A column of a table: its kind, label, and paths below the row, one per era, in order of trust. ''
 * is the row's own text. `line` is its column or line on the form.
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
 * The source of rows: an element with its repeats in document order. `label` and `line` describe a
 * row that has its own element (lines of a statement). `columns` replaces paths if the leaves of a
 * row have no common element (Description2Txt).
 */
export type RowSource = {
  path: string
  /** The key for counting its rows, if several sources share a path; by default the path. */
  key?: string
  label?: string
  line?: string
  moved?: Moved
  columns?: Readonly<Record<string, readonly string[]>>
  /** It sums all other rows of its table, or those without a name on the form. */
  sumOf?: 'rows' | 'others'
}

/** Rows of one kind on a form: a schedule's table, a list of people, lines of a statement. */
export type TableDefinition = {
  label: string
  /** Its form. Schedules have 990, and may be attached to a 990-EZ, too. */
  form: Form
  /** Part and line of the form, for citations. */
  line: string
  moved?: Moved
  /** Its rows name related organizations, with an EIN in the column `ein` if filed. */
  names?: 'related'
  /** The rows of all sources, one after the other; a return has those of one era. */
  rows: readonly RowSource[]
  columns: Columns
}

/** Returns the key for counting the rows of a source (`FilingContents.rows`). */
export const sourceKey = (source: RowSource): string => source.key ?? source.path

/** Returns the unit of a column: USD, count, ratio, or hours; undefined for texts and answers. */
export const unitOf = ({ kind, unit }: Column): 'USD' | 'count' | ColumnUnit | undefined =>
  unit ?? unitOfKind(kind)
