import { constants, getPriority, setPriority } from 'node:os'
import { checkOpenSearch } from '#src/platform/clients/check-opensearch.ts'
import { openStore } from '#src/platform/clients/migrations.ts'
import { createOpenSearch, type OpenSearch } from '#src/platform/clients/opensearch.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import type { Config } from '#src/platform/config.ts'
import { leaseEngines } from '#src/platform/engines/lease.ts'
import { showEngineProgress } from '#src/platform/engines/progress.ts'
import type { EngineName } from '#src/platform/engines/state.ts'

/** The store while a command works on it. */
export type Store = { db: Postgres; url: string; ca: string | undefined }
export type Servers = { db: Postgres; opensearch: OpenSearch }

// A bulk request or a count of millions takes longer than any search.
const REQUEST_TIMEOUT_MS = 300_000

/** Runs `work` with a lease of the engines and a migrated store, without statement timeouts. */
async function withLease<T>(
  config: Config,
  engines: EngineName[],
  work: (store: Store, opensearchUrl: string | undefined) => Promise<T>,
): Promise<T> {
  return await withUnmigrated(config, engines, (url, opensearchUrl) =>
    openStore(config, { url, statementTimeoutMs: 0 }, (db) =>
      work({ db, url, ca: config.database.ca }, opensearchUrl),
    ),
  )
}

/** Runs `work` with the addresses of the servers, the configured ones or a lease of the engines. */
export async function withUnmigrated<T>(
  config: Config,
  engines: EngineName[],
  work: (databaseUrl: string, opensearchUrl: string | undefined) => Promise<T>,
): Promise<T> {
  const {
    databaseUrl = '',
    opensearchUrl,
    release,
  } = await leaseEngines(config, engines, showEngineProgress(), {
    onEvent: ({ sentence }) => console.error(sentence),
  })
  // The service comes first. Engines that run by now keep their priority.
  setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
  return await work(databaseUrl, opensearchUrl).finally(release)
}

/**
 * Runs a command's work on the migrated store, without statement timeouts. An embedded server runs
 * only as long as the work. Throws OperatorError when no store is available.
 */
export const withStore = <T>(config: Config, work: (store: Store) => Promise<T>): Promise<T> =>
  withLease(config, ['postgres'], work)

/**
 * Runs `work` with a migrated store and OpenSearch, the configured servers or the embedded ones.
 * Throws OperatorError when one of them cannot be used.
 */
export async function withServers<T>(
  config: Config,
  work: (servers: Servers) => Promise<T>,
): Promise<T> {
  for (const warning of await checkOpenSearch(config)) console.warn(warning)
  return await withLease(config, ['postgres', 'opensearch'], async ({ db }, url = '') => {
    const { ca } = config.opensearch
    const opensearch = createOpenSearch({ url, ca, requestTimeoutMs: REQUEST_TIMEOUT_MS })
    return await work({ db, opensearch }).finally(opensearch.close)
  })
}
