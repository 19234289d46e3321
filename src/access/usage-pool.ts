import { createPostgres, type Postgres, type PostgresOptions } from '../clients/postgres.ts'

/** Counts take a tenth of a millisecond each; four at once are more than two cores can ask for. */
const CONNECTIONS = 4
/** A client waits for its count, so a store that is busy cancels one that takes longer. */
const COUNT_MS = 3_000

/** A small pool for counting alone, so that counts and reads do not wait for each other. */
export const createUsagePool = (
  server: Pick<PostgresOptions, 'url' | 'ca' | 'breaker'>,
): Postgres =>
  createPostgres({ ...server, maxConnections: CONNECTIONS, statementTimeoutMs: COUNT_MS })
