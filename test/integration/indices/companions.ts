import { buildCompanions } from '#indexer/index/companions/build-companion.ts'
import type { Companion } from '#indexer/index/companions/companion.ts'
import type { OpenSearch } from '#src/platform/clients/opensearch.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'

/** Builds the companions of an organizations index from a store, without embedding anything. */
export const buildAllCompanions = (
  opensearch: OpenSearch,
  db: Postgres,
  organizations: { index: string; release: string },
  companions?: Companion[],
): Promise<void> =>
  db.snapshot((session) =>
    buildCompanions(
      {
        opensearch,
        prefix: '',
        embedder: { model: 'none', dimension: 384 },
        readVectors: () => Promise.resolve(new Map()),
        onProgress: () => undefined,
      },
      session,
      organizations,
      undefined,
      companions,
    ),
  )
