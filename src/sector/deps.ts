import type { OpenSearch } from '../platform/clients/opensearch.ts'

export type SectorDeps = { opensearch: OpenSearch; indexPrefix: string }
