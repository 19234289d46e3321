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
export const withServers = <T>(config: Config, work: (servers: Servers) => Promise<T>) =>
  withAvailable(config, { requestTimeoutMs: REQUEST_TIMEOUT_MS }, ({ db, opensearch }) => {
    if (!db || !opensearch) throw new OperatorError('The engines did not start.')
    return work({ db, opensearch })
  })

/**
 * Runs `work` with those servers that answer: an embedded engine that does not answer within
 * `waitMs` is left out, with a sentence in `away`.
 */
export async function withAvailable<T>(
  config: Config,
  { requestTimeoutMs, waitMs }: { requestTimeoutMs: number; waitMs?: number },
  work: (servers: Partial<Servers>, away: string[]) => Promise<T>,
): Promise<T> {
  for (const warning of await checkOpenSearch(config)) console.warn(warning)
  const lease = await leaseEngines(config, ['postgres', 'opensearch'], showEngineProgress(), {
    onEvent: ({ sentence }) => console.error(sentence),
    ...(waitMs === undefined ? {} : { waitMs }),
  })
  const { databaseUrl, opensearchUrl } = lease
  try {
    if (databaseUrl) await migrate(databaseUrl, config.database.ca)
    const db = databaseUrl
      ? createPostgres({ url: databaseUrl, ca: config.database.ca, statementTimeoutMs: 0 })
      : undefined
    const opensearch = opensearchUrl
      ? createOpenSearch({ url: opensearchUrl, ca: config.opensearch.ca, requestTimeoutMs })
      : undefined
    try {
      return await work({ ...(db && { db }), ...(opensearch && { opensearch }) }, lease.away)
    } finally {
      await Promise.all([db?.close(), opensearch?.close()])
    }
  } finally {
    await lease.release()
  }
}
