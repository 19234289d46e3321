import { organizationsAlias } from '#mappings/organizations.ts'
import type { OpenSearch } from '../platform/clients/opensearch.ts'
import { ApiError } from '../platform/errors.ts'

/** `_meta` of an index: release, mapping version, embedding model and dimension among others. */
type Meta = Record<string, unknown>

type IndexState = { index: string; release: string; documents: number; meta: Meta }

/**
 * Returns name, release and number of documents of the live organizations index. Throws ApiError
 * IndexNotReady when none has been built, SearchUnavailable.
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
  return { index, release: requireRelease(index, meta), documents, meta }
}

/** Returns the release in an index's `_meta`. Throws ApiError IndexNotReady when it has none. */
export function requireRelease(index: string, { release }: Meta): string {
  if (typeof release === 'string') return release
  throw new ApiError('IndexNotReady', { cause: new Error(`${index} has no release.`) })
}

/** Returns the EINs that an index or alias leaves out, because it rejected their documents. */
export async function readQuarantined(opensearch: OpenSearch, index: string): Promise<string[]> {
  const filter_path = ['*.mappings._meta.index', '*.mappings._meta.quarantined.ein']
  const query = { index, local: true, filter_path }
  const found = await opensearch.run((own) => own.indices.getMapping(query))
  const quarantined: unknown = Object.values(found)[0]?.mappings._meta?.quarantined
  return Array.isArray(quarantined) ? quarantined.map(({ ein }) => String(ein)) : []
}

// Keyed by the index's own name, whose `_meta` never changes. An alias may move at any time.
const known = new WeakMap<OpenSearch, Map<string, Meta>>()

/**
 * Returns the `_meta` of the index with this name, which is read once. Throws ApiError IndexNotReady
 * when the index is gone, SearchUnavailable.
 */
export async function readIndexMeta(opensearch: OpenSearch, index: string): Promise<Meta> {
  const metas = known.get(opensearch) ?? new Map<string, Meta>()
  known.set(opensearch, metas)
  const meta = metas.get(index) ?? (await opensearch.readMeta(index)).meta
  metas.set(index, meta)
  return meta
}

/**
 * Throws ApiError IndexNotReady when the index of these hits was embedded with another model than
 * queries are, because distances between vectors of two models mean nothing. Throws SearchUnavailable.
 */
export async function requireModel(
  { opensearch, embeddingModel }: { opensearch: OpenSearch; embeddingModel: string },
  hits: readonly { _index: string }[],
): Promise<void> {
  const index = hits[0]?._index
  if (index === undefined) return
  const { embeddingModel: model } = await readIndexMeta(opensearch, index)
  if (model === embeddingModel) return
  throw new ApiError('IndexNotReady', { message: describeOtherModel(model, embeddingModel) })
}

/** Returns the message for an index that was embedded with another model than the service's. */
export const describeOtherModel = (indexed: unknown, own: string): string =>
  `The index was embedded with ${indexed}, but this service uses ${own}. Run npm run refresh.`
