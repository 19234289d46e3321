import {
  createPostgres,
  type Postgres,
  type PostgresOptions,
} from '../platform/clients/postgres.ts'

// A count takes a tenth of a millisecond; two cores cannot keep four connections busy.
const CONNECTIONS = 4
// The client waits for its count, so a count that takes longer because the store is busy is
// canceled.
const COUNT_MS = 3_000

/**
 * Returns a small pool used only for counting, so that counts and reads do not wait for each other.
 */
export const createUsagePool = (
  server: Pick<PostgresOptions, 'url' | 'ca' | 'breaker'>,
): Postgres =>
  createPostgres({ ...server, maxConnections: CONNECTIONS, statementTimeoutMs: COUNT_MS })
