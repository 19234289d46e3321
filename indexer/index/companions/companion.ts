import type { CompanionName } from '#mappings/companions.ts'
import type { Session } from '#src/platform/clients/postgres.ts'
import type { IndexEntry } from '../build/bulk-writer.ts'

/** A kind of index that is built beside each organizations index. */
export type Companion = {
  name: CompanionName
  settings: { index: Record<string, unknown> }
  /** A function of the vectors' dimension if there are vectors. */
  properties: Record<string, unknown> | ((dimension: number) => Record<string, unknown>)
  /**
   * Yields entries in batches: all, or those of the given organizations. An update first deletes all
   * entries of an organization. An entry without an EIN depends on the whole store, so an update keeps
   * it and a check of a sample leaves it out.
   */
  stream(context: CompanionContext, eins?: string[]): AsyncIterable<IndexEntry[]>
  /** Absent: every build computes all entries, and none may be left out. */
  byOrganization?: {
    /** Selects the EINs of organizations whose entries may have changed after release $1. */
    changed: string
    /**
     * Selects the number of entries, as `count`, except those of the organizations in $1. With
     * `countField`, the number is the sum of that field over all entries.
     */
    count: string
    countField?: string
    /** Selects random EINs that have entries; $1 is their number. */
    sample: string
  }
}

export type CompanionContext = {
  /** The snapshot that the organizations index is built from. */
  session: Session
  release: string
  builtAt: string
  /** Returns the vectors of texts by text; a check returns only those stored. */
  readVectors(texts: string[]): Promise<Map<string, Float32Array>>
}
