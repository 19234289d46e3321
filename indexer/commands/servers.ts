import { join } from 'node:path'
import { checkOpenSearch } from '#src/platform/clients/check-opensearch.ts'
import { migrate, openStore } from '#src/platform/clients/migrations.ts'
import {
  createOpenSearch,
  createOpenSearchBreaker,
  type OpenSearch,
} from '#src/platform/clients/opensearch.ts'
import {
  createPostgres,
  createPostgresBreaker,
  type Postgres,
} from '#src/platform/clients/postgres.ts'
import { type Config, splitAddresses } from '#src/platform/config.ts'
import { leaseEngines } from '#src/platform/engines/lease.ts'
import { showEngineProgress } from '#src/platform/engines/progress.ts'
import type { EngineName } from '#src/platform/engines/state.ts'
import { ApiError, OperatorError } from '#src/platform/errors.ts'

/** The store while a command works on it. */
export type Store = { db: Postgres; url: string; ca: string | undefined }
export type Servers = { db: Postgres; opensearch: OpenSearch }

// A bulk request or a count of millions takes longer than any search.
const REQUEST_TIMEOUT_MS = 300_000

const lease = (config: Config, engines: EngineName[], waitMs?: number) =>
  leaseEngines(config, engines, showEngineProgress(), {
    onEvent: ({ sentence }) => console.error(sentence),
    ...(waitMs === undefined ? {} : { waitMs }),
  })

/** Runs `work` with a lease of the engines and a migrated store, without statement timeouts. */
async function withLease<T>(
  config: Config,
  engines: EngineName[],
  work: (store: Store, opensearchUrl: string | undefined) => Promise<T>,
): Promise<T> {
  const { databaseUrl: url = '', opensearchUrl, release } = await lease(config, engines)
  const { ca } = config.database
  return await openStore(config, { url, statementTimeoutMs: 0 }, (db) =>
    work({ db, url, ca }, opensearchUrl),
  ).finally(release)
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
  return await withLease(config, BOTH, async ({ db }, url = '') => {
    const { ca } = config.opensearch
    const opensearch = createOpenSearch({ url, ca, requestTimeoutMs: REQUEST_TIMEOUT_MS })
    return await work({ db, opensearch }).finally(opensearch.close)
  })
}

const BOTH: EngineName[] = ['postgres', 'opensearch']

/** A read returns undefined, and adds to `away`, when its server does not answer. */
type Available = {
  readStore<T>(read: (db: Postgres) => Promise<T>): Promise<T | undefined>
  readIndex<T>(read: (opensearch: OpenSearch) => Promise<T>): Promise<T | undefined>
  /** A sentence for each server that does not respond: what happened and what to do. */
  away: string[]
  release(): Promise<void>
}

/**
 * Opens the servers for a command that reports what it can. Waits `waitMs` for an embedded engine
 * that is restarting. Circuit breakers end reads only when a server hangs.
 */
export async function openAvailable(config: Config, waitMs: number): Promise<Available> {
  const { databaseUrl, opensearchUrl, away, release } = await lease(config, BOTH, waitMs)
  const attempt = async <T>(
    part: EngineName,
    url: string | undefined,
    read: (url: string) => Promise<T>,
  ): Promise<T | undefined> => {
    if (url === undefined) return undefined
    try {
      return await read(url)
    } catch (error) {
      const sentence = describeAway(config, part, url, error)
      if (sentence === undefined) throw error
      away.push(sentence)
      return undefined
    }
  }
  return {
    away,
    release,
    readStore: (read) =>
      attempt('postgres', databaseUrl, async (url) => {
        const server = { url, ca: config.database.ca }
        const breaker = createPostgresBreaker(server)
        await breaker.guard(() =>
          migrate(url, { ca: server.ca, isEmbedded: config.database.url === undefined }),
        )
        const db = createPostgres({ ...server, statementTimeoutMs: 0, breaker })
        const result = await read(db)
        await db.close()
        return result
      }),
    readIndex: (read) =>
      attempt('opensearch', opensearchUrl, async (url) => {
        const server = { url, ca: config.opensearch.ca }
        const breaker = createOpenSearchBreaker(server)
        const warnings = await breaker.guard(() => checkOpenSearch(config))
        for (const warning of warnings) console.warn(warning)
        const opensearch = createOpenSearch({ ...server, breaker })
        const result = await read(opensearch)
        await opensearch.close()
        return result
      }),
  }
}

const NAMES = {
  postgres: { name: 'Postgres', variable: 'DATABASE_URL' },
  opensearch: { name: 'OpenSearch', variable: 'OPENSEARCH_URL' },
}

/** Returns the hosts and ports of one or more addresses, without users and passwords. */
const hostsOf = (addresses: string): string =>
  splitAddresses(addresses)
    .map((address) => new URL(address).host)
    .join(', ')

/** Returns what to say about a server that does not respond; undefined for any other failure. */
function describeAway(
  config: Config,
  part: EngineName,
  url: string,
  error: unknown,
): string | undefined {
  const { name, variable } = NAMES[part]
  const given = part === 'postgres' ? config.database.url : config.opensearch.url
  const isSilent =
    error instanceof ApiError && ['StoreUnavailable', 'SearchUnavailable'].includes(error.code)
  if (given !== undefined && error instanceof OperatorError) return error.message
  if (!isSilent && !(error instanceof OperatorError)) return undefined
  if (given !== undefined) {
    return `${name} at ${hostsOf(given)} did not respond. Check the server and ${variable}.`
  }
  const log = join(config.dataDir, 'logs', `${part}.log`)
  return `The embedded ${name} on port ${new URL(url).port} does not respond. Try again in a minute. If it still does not respond, restart the service. Its log is ${log}.`
}
