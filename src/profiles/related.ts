import type { Row } from '../domain/facts/tables/read-rows.ts'
import type { TableKey } from '../domain/facts/tables/tables.ts'
import type { ProfileDeps } from './deps.ts'
import type { Filing, FilingSummary, Organization } from './organization.ts'

/** A row of a Schedule R, and the filing it stands in: the organization's own or another's. */
export type RelatedEvidence = {
  filing: Pick<FilingSummary, 'objectId' | 'form' | 'taxYear' | 'sourceArchive' | 'schemaVersion'>
  /** Who filed it. */
  ein: string
  table: TableKey
  row: Row
}

/**
 * An organization that a Schedule R relates to this one. `Source`: its own Schedule R names the
 * other; `Target`: the other's current one names it (decisions part 6).
 */
export type Relationship = {
  organization: {
    name?: string
    ein?: string
    city?: string
    state?: string
    country?: string
  }
  roles: ('Source' | 'Target')[]
  /** In words, e.g. "Related tax-exempt organization". */
  type: string
  /** `Authoritative` with an EIN, `Strong` by name. */
  confidences: ('Authoritative' | 'Strong')[]
  evidence: RelatedEvidence[]
}

/**
 * Relationships: a row of the organization's own Schedule R each, in filed order, then the
 * organizations that only their own returns relate to it, by EIN. One round trip's time.
 * Throws ApiError StoreUnavailable.
 */
export async function readRelated(
  _deps: ProfileDeps,
  _organization: Organization,
  _filing: Filing,
  _window: { offset: number; limit: number },
): Promise<{ relationships: Relationship[]; total: number }> {
  return { relationships: [], total: 0 }
}
