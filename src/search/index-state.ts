import { organizationsAlias } from '#mappings/organizations.ts'
import type { OpenSearch } from '../clients/opensearch.ts'
import { ApiError } from '../errors.ts'

export type IndexState = {
  index: string
  release: string
  documents: number
  /** `_meta` of its mapping: mapping version, embedding model and dimension among others. */
  meta: Record<string, unknown>
}

/**
 * The organizations index that answers now: its name, release and number of documents.
 * Throws ApiError IndexNotReady when none has been built, SearchUnavailable.
 */
export async function readIndexState(
  opensearch: OpenSearch,
  indexPrefix: string,
): Promise<IndexState> {
  const alias = organizationsAlias(indexPrefix)
  const [{ index, meta }, documents] = await Promise.all([
    opensearch.readMeta(alias),
    opensearch.count(alias),
  ])
  const release = typeof meta.release === 'string' ? meta.release : undefined
  if (release === undefined) {
    throw new ApiError('IndexNotReady', { cause: new Error(`${index} carries no release.`) })
  }
  return { index, release, documents, meta }
}
