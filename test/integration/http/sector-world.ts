import { inject } from 'vitest'
import { switchAlias } from '#indexer/index/build/engine-index.ts'
import { deleteIndices } from '#indexer/index/catalog.ts'
import { organizationsIndex } from '#mappings/organizations.ts'
import { createKey } from '#src/access/keys.ts'
import { createOpenSearch, type OpenSearch } from '#src/platform/clients/opensearch.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import { buildAllCompanions } from '#test/integration/indices/companions.ts'
import { buildIndex, ORGANIZATIONS, RELEASE } from './world.ts'

/** An organizations index and the sums of a store, live together, as after a reindex. */
export async function buildPair(
  opensearch: OpenSearch,
  db: Postgres,
  prefix: string,
): Promise<void> {
  const index = organizationsIndex(prefix, RELEASE)
  await deleteIndices(opensearch, [index])
  await buildIndex(opensearch, prefix, ORGANIZATIONS)
  await buildAllCompanions(opensearch, db, { index, release: RELEASE })
  await switchAlias(opensearch, prefix, index)
}

/** The same for a world with its own engine client. */
export async function withPair(db: Postgres, prefix: string): Promise<() => Promise<void>> {
  const opensearch = createOpenSearch({ url: inject('opensearchUrl') })
  await buildPair(opensearch, db, prefix)
  return async () => {
    await deleteIndices(opensearch, [organizationsIndex(prefix, RELEASE)])
    await opensearch.close()
  }
}

/** Returns headers with a new key of that tier. */
export async function keyed(
  db: Postgres,
  tier: 'Paid' | 'Site' | 'Internal' = 'Paid',
  advancedLimit: number | null = null,
): Promise<{ 'x-service-api-key': string }> {
  const { key } = await createKey(db, { tier, owner: 'Sector tests', advancedLimit })
  return { 'x-service-api-key': key }
}
