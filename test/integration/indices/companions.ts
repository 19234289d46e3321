import { buildPart } from '#indexer/index/build/build-part.ts'
import { completeIndex } from '#indexer/index/build/engine-index.ts'
import type { IndexMeta } from '#indexer/index/catalog.ts'
import { PARTS } from '#indexer/index/parts.ts'
import { companionIndexFor, INDEX_VERSIONS, type IndexKind } from '#mappings/companions.ts'
import type { OpenSearch } from '#src/platform/clients/opensearch.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'

type Organizations = { index: string; release: string }

/** Returns what an unfinished index of a set records about itself. */
export const metaOf = (
  { index: organizations, release }: Organizations,
  kind: IndexKind = 'organizations',
  more: Partial<IndexMeta> = {},
): IndexMeta => ({
  ...{ index: companionIndexFor(organizations, kind) ?? '', organizations, release },
  ...{ mappingVersion: INDEX_VERSIONS[kind], embeddingModel: 'none', dimension: 384 },
  ...{ builtAt: new Date().toISOString(), complete: false, previous: null, ...more },
})

/** Builds the companions of an organizations index from a store, without embedding anything. */
export const buildAllCompanions = (
  opensearch: OpenSearch,
  db: Postgres,
  organizations: Organizations,
  parts = PARTS.filter(({ kind }) => kind !== 'organizations'),
): Promise<void> =>
  db.snapshot(async (session) => {
    const { release } = organizations
    const readVectors = () => Promise.resolve(new Map())
    for (const part of parts) {
      const meta = metaOf(organizations, part.kind)
      const context = { session, release, builtAt: meta.builtAt, readVectors }
      await buildPart({ opensearch, onProgress: () => undefined }, part, context, meta)
      await completeIndex(opensearch, meta)
    }
  })
