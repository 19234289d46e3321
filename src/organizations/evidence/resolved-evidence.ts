import type { Block } from '#src/domain/blocks.ts'
import type { FactValue } from '#src/domain/facts/read-facts.ts'
import type { Row } from '#src/domain/facts/tables/read-rows.ts'
import type { StatementKey } from '#src/domain/facts/tables/statements.ts'
import type { TableKey } from '#src/domain/facts/tables/tables.ts'
import type { FilingSummary } from '../organization.ts'
import type { EvidenceRef } from './evidence-ref.ts'

/** What a Ref names. One of `value`, `row` and `element` is there. */
export type ResolvedEvidence = {
  evidence: EvidenceRef
  /** What a value is called and counts in, where the catalogue knows it. */
  label?: string
  unit?: string
  /** A leaf, as the catalogue reads it (text where it does not), or a derived figure. */
  value?: FactValue
  /** A row of a table; `place` is its number among the elements of its name, from 1. */
  row?: { table: TableKey | StatementKey; row: Row; place: number }
  /** An element that is neither: as it is stored. */
  element?: Block
  /** Long repeats left out of `element`, which stand as empty lists there. */
  leftOut?: { path: string; rows?: number }[]
  /** The filing it was read from; absent for registry rows. */
  filing?: FilingSummary
}
