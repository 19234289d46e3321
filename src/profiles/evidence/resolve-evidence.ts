import type { Block } from '../../domain/blocks.ts'
import { parseRef } from '../../domain/evidence.ts'
import type { FactValue } from '../../domain/facts/read-facts.ts'
import type { Row } from '../../domain/facts/tables/read-rows.ts'
import type { StatementKey } from '../../domain/facts/tables/statements.ts'
import type { TableKey } from '../../domain/facts/tables/tables.ts'
import { ApiError } from '../../errors.ts'
import type { ProfileDeps } from '../deps.ts'
import type { FilingSummary, Organization } from '../organization.ts'
import type { EvidenceRef } from './evidence-ref.ts'

/** What a Ref names. One of `value`, `row` and `element` is there. */
export type ResolvedEvidence = {
  evidence: EvidenceRef
  /** What the value is called; where the catalogue knows it. */
  label?: string
  unit?: string
  /** A leaf, as the catalogue reads it (text where it does not), or a derived figure. */
  value?: FactValue
  /** A row of a table; `place` is its number in its source, from 1. */
  row?: { table: TableKey | StatementKey; row: Row; place: number }
  /** An element that is neither: as it is stored. */
  element?: Block
  /** The filing it was read from; absent for registry rows. */
  filing?: FilingSummary
}

/**
 * What a Ref of the organization's own filings, registry rows or derived figures names, in at most
 * two round trips. Throws ApiError InvalidEvidenceRef for text that is no Ref, EvidenceNotFound
 * for one that names nothing or belongs to another organization, StoreUnavailable.
 */
export async function resolveEvidence(
  _deps: ProfileDeps,
  _organization: Organization,
  ref: string,
): Promise<ResolvedEvidence> {
  if (!parseRef(ref)) throw new ApiError('InvalidEvidenceRef')
  throw new ApiError('EvidenceNotFound')
}
