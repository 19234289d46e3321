import type { OpenSearch } from '../clients/opensearch.ts'

type Meta = Record<string, unknown>

// By the index's own name, not the alias: what an index was built from and with it keeps as long as
// it lives, so a switched alias is noticed at once and nothing is read twice.
const known = new WeakMap<OpenSearch, Map<string, Meta>>()

/**
 * What the index of this name, as hits have it, says of itself: its release and embedding model
 * among others. Throws ApiError IndexNotReady where it is gone, SearchUnavailable.
 */
export async function readIndexMeta(opensearch: OpenSearch, index: string): Promise<Meta> {
  const metas = known.get(opensearch) ?? new Map<string, Meta>()
  known.set(opensearch, metas)
  const meta = metas.get(index) ?? (await opensearch.readMeta(index)).meta
  metas.set(index, meta)
  return meta
}
