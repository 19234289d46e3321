import { deleteIndices, listIndices } from '#indexer/index/catalog.ts'
import { organizationsAlias } from '#mappings/organizations.ts'
import type { OpenSearch } from '#src/platform/clients/opensearch.ts'

/**
 * Returns the identities of the organizations indices of a prefix, unique over time: a reindex
 * reuses the name of an unfinished index that it removed.
 */
export async function listBuilds(opensearch: OpenSearch, prefix: string): Promise<string[]> {
  const index = `${organizationsAlias(prefix)}-*`
  const found = await opensearch.run((client) =>
    client.cat.indices({ index, format: 'json', h: ['uuid'] }),
  )
  return found.map(({ uuid }) => uuid ?? '')
}

/** Deletes all indices of a prefix. */
export async function deleteAll(opensearch: OpenSearch, prefix: string): Promise<void> {
  const indices = await listIndices(opensearch, prefix)
  await deleteIndices(
    opensearch,
    indices.map(({ name }) => name),
  )
}
