import { organizationsAlias } from '#mappings/organizations.ts'
import type { OpenSearch } from '#src/platform/clients/opensearch.ts'

/**
 * What tells the organizations indices of a prefix from all others there ever were: a reindex gives
 * a new one the name of an unfinished one it has removed.
 */
export async function listBuilds(opensearch: OpenSearch, prefix: string): Promise<string[]> {
  const index = `${organizationsAlias(prefix)}-*`
  const found = await opensearch.run((client) =>
    client.cat.indices({ index, format: 'json', h: ['uuid'] }),
  )
  return found.map(({ uuid }) => uuid ?? '')
}
