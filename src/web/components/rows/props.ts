import type { ComponentChildren } from 'preact'
import type { CitedFiling } from '#src/organizations/evidence/evidence-ref.ts'
import type { SectionRow, SectionTable } from '#src/organizations/sections/section-data.ts'

export type RowsProps = {
  ein: string
  /** The filing the rows stand in. */
  filing: CitedFiling
  table: SectionTable
  /** Rows of this table; of people, with the row of Schedule J. */
  rows: readonly SectionRow[]
  /** How many rows are shown at most; whoever cuts links to the whole. */
  limit?: number | undefined
  /** Whether a heading above says what the table is, so that it need not itself. */
  isTitled?: boolean | undefined
  /** What is known of a row besides what it says; stands below its name. */
  noteOn?: ((shown: SectionRow) => ComponentChildren) | undefined
}
