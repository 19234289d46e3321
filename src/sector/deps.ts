import type { OpenSearch } from '../clients/opensearch.ts'

/** What the sums of the sector are read from. */
export type SectorDeps = { opensearch: OpenSearch; indexPrefix: string }
