import { createPostgres, type Postgres } from '../clients/postgres.ts'

/** Counts take a tenth of a millisecond each; four at once are more than two cores can ask for. */
const CONNECTIONS = 4
/**
 * A client waits for its count: a store that is busy ends one that takes longer. One that went silent
 * is given up 2 s later, and after 5 more where it must first be connected to (createPostgres).
 */
const COUNT_MS = 3_000

/** A small pool for counting alone, so that counts and reads do not wait for each other. */
export const createUsagePool = (server: { url: string; ca?: string | undefined }): Postgres =>
  createPostgres({ ...server, maxConnections: CONNECTIONS, statementTimeoutMs: COUNT_MS })
