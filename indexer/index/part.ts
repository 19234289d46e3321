import type { IndexKind } from '#mappings/companions.ts'
import type { OpenSearch } from '#src/platform/clients/opensearch.ts'
import type { Session } from '#src/platform/clients/postgres.ts'
import type { Refusal } from './quarantine.ts'

/** An index of a set. */
export type IndexPart = {
  kind: IndexKind
  settings: { index: object }
  /** Returns the fields of the mapping; vectors have this dimension. */
  properties(dimension: number): object
  /** Yields all entries in batches, those that every build can compare first. */
  stream(context: PartContext): AsyncIterable<IndexEntry[]>
  /**
   * Selects the number of entries, as `count`, except those of the organizations in $1. Absent: none
   * may be left out.
   */
  count?: string
  /** If present, `count` is the sum of this field over all entries. */
  countField?: string
  /** Searches for some entries; returns those that a search misses, as sentences. */
  probe?(opensearch: OpenSearch, index: string, entries: IndexEntry[]): Promise<string[]>
}

/** A document of any of our indices, and the organization it is about, if it is about one. */
export type IndexEntry = { id: string; ein?: string; document: object }

export type PartContext = {
  /** The snapshot that the whole set is built from. */
  session: Session
  release: string
  builtAt: string
  /** Returns the vectors of texts by text; a check returns only those stored. */
  readVectors(texts: string[]): Promise<Map<string, Float32Array>>
  /** Called for an organization whose document cannot be built. */
  onRefused(refusal: Refusal): void
}
