import type { OpenSearch } from '../clients/opensearch.ts'
import { ApiError } from '../errors.ts'
import { readIndexMeta } from './index-meta.ts'

type Deps = { opensearch: OpenSearch; embeddingModel: string }

/**
 * Makes sure that the index which gave these hits was embedded with the model queries are embedded
 * with: vectors of two models have nothing to do with each other, and any nearness would be chance.
 * Throws ApiError IndexNotReady where it was not, SearchUnavailable.
 */
export async function requireModel(
  { opensearch, embeddingModel }: Deps,
  hits: readonly { _index: string }[],
): Promise<void> {
  const index = hits[0]?._index
  if (index === undefined) return
  const { embeddingModel: model } = await readIndexMeta(opensearch, index)
  if (model === embeddingModel) return
  throw new ApiError('IndexNotReady', { message: describeOtherModel(model, embeddingModel) })
}

/** The sentence for an index whose vectors are of another model than the service's. */
export const describeOtherModel = (indexed: unknown, own: string): string =>
  `The index was embedded with ${indexed}, this service uses ${own}; run the reindex.`
