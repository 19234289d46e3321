import { checkOpenSearch } from '#src/clients/check-opensearch.ts'
import { migrate } from '#src/clients/migrations.ts'
import { createOpenSearch, type OpenSearch } from '#src/clients/opensearch.ts'
import { createPostgres, type Postgres } from '#src/clients/postgres.ts'
import type { Config } from '#src/config.ts'
import { leaseEngines } from '#src/engines/lease.ts'
import { showEngineProgress } from '#src/engines/progress.ts'
import { OperatorError } from '#src/errors.ts'

export type Servers = { db: Postgres; opensearch: OpenSearch }

// A bulk, a clone or a count of millions takes longer than any search.
const REQUEST_TIMEOUT_MS = 300_000

/**
 * Runs `work` with a migrated store and an index, those configured or the embedded ones.
 * Throws OperatorError when one of them cannot be used.
 */
export async function withServers<T>(
  config: Config,
  work: (servers: Servers) => Promise<T>,
): Promise<T> {
  await checkOpenSearch(config)
  const lease = await leaseEngines(config, ['postgres', 'opensearch'], showEngineProgress(), {
    onEvent: ({ sentence }) => console.error(sentence),
  })
  try {
    const { databaseUrl, opensearchUrl } = lease
    if (!databaseUrl || !opensearchUrl) throw new OperatorError('The engines did not start.')
    await migrate(databaseUrl, config.database.ca)
    const db = createPostgres({
      url: databaseUrl,
      ca: config.database.ca,
      statementTimeoutMs: 0,
    })
    const opensearch = createOpenSearch({
      url: opensearchUrl,
      ca: config.opensearch.ca,
      requestTimeoutMs: REQUEST_TIMEOUT_MS,
    })
    try {
      return await work({ db, opensearch })
    } finally {
      await Promise.all([db.close(), opensearch.close()])
    }
  } finally {
    await lease.release()
  }
}
