import pg from 'pg'
import { openCopy } from './postgres-copy.ts'
import {
  holdingLock,
  inTransaction,
  readBatches,
  runStatement,
  type Session,
  type SqlValue,
  sessionOn,
  translated,
  types,
  waitForLock,
} from './postgres-session.ts'

export type { Session, SqlValue }

export type PostgresOptions = {
  /** `postgres://user:password@host:port/database` */
  url: string
  /** PEM of the authority that signed the server's certificate; given, TLS is demanded. */
  ca?: string | undefined
  /** Connections at most; 10 keeps several processes below a server's usual 100. */
  maxConnections?: number
  /** How long one statement may run; 0 for loads and reindexing, which take what they take. */
  statementTimeoutMs?: number
  /** Told about idle connections that broke; the pool replaces them by itself. */
  onConnectionLost?: (error: Error) => void
}

/**
 * The store. Every failure that means "not now" is an ApiError StoreUnavailable; a wrong
 * statement keeps Postgres's error. `bigint` columns come as numbers (dollars and counts stay
 * far below 2^53), dates as `YYYY-MM-DD`.
 */
export type Postgres = Session & {
  /** Runs `work` on one connection of its own. */
  session<T>(work: (session: Session) => Promise<T>): Promise<T>
  /** Runs `work` in a transaction, rolled back when it throws. */
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>
  /** Runs `work` on one unchanging view of the store, whatever is written meanwhile; reads only. */
  snapshot<T>(work: (session: Session) => Promise<T>): Promise<T>
  /** Waits for the advisory lock of that name, then runs `work` holding it. */
  withLock<T>(name: string, work: (session: Session) => Promise<T>): Promise<T>
  /** Runs `work` if the lock is free; `{ isHeld: false }` at once if another holds it. */
  tryWithLock<T>(
    name: string,
    work: (session: Session) => Promise<T>,
  ): Promise<{ isHeld: true; value: T } | { isHeld: false }>
  close(): Promise<void>
}

/** Connection settings for `pg`; a CA replaces whatever `sslmode` the URL carries. */
export function connectionConfig(url: string, ca: string | undefined): pg.ClientConfig {
  if (ca === undefined) return { connectionString: url }
  const plain = new URL(url)
  for (const name of ['sslmode', 'sslrootcert', 'ssl']) plain.searchParams.delete(name)
  return { connectionString: plain.toString(), ssl: { ca, rejectUnauthorized: true } }
}

/** Opens a pool; connections are made when first needed. */
export function createPostgres(options: PostgresOptions): Postgres {
  const { maxConnections = 10, statementTimeoutMs = 10_000 } = options
  const pool = new pg.Pool({
    ...connectionConfig(options.url, options.ca),
    types,
    max: maxConnections,
    // Longer than a busy server takes to answer a greeting, shorter than a client waits.
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
    application_name: 'nonprofit-research-service',
  })
  pool.on('error', (error) => options.onConnectionLost?.(error))
  // A connection may break between two statements of a session, two batches of a stream or two
  // writes of a COPY; unheard, that event would end the process. What comes next on it fails.
  pool.on('connect', (client) => client.on('error', () => undefined))
  // The server cancels first; ours only catches a server that went silent.
  const silenceMs = statementTimeoutMs > 0 ? statementTimeoutMs + 2_000 : 0
  const session = <T>(work: (session: Session) => Promise<T>) =>
    withConnection(pool, (client) => work(sessionOn(client, silenceMs)))

  return {
    query: (sql, values) => runStatement(pool, sql, values, silenceMs),
    copyFrom: (sql) =>
      openCopy(sql, async () => {
        const client = await pool.connect()
        return { client, release: (failure) => client.release(failure) }
      }),
    async *stream<Row extends object>(sql: string, values?: SqlValue[], batchSize?: number) {
      const client = await translated(pool.connect())
      let isWhole = false
      try {
        yield* readBatches<Row>(client, sql, values, batchSize)
        isWhole = true
      } finally {
        client.release(!isWhole)
      }
    },
    session,
    transaction: (work) => session((own) => inTransaction(own, 'begin', work)),
    snapshot: (work) =>
      session((own) => inTransaction(own, 'begin isolation level repeatable read read only', work)),
    withLock: (name, work) =>
      session(async (own) => {
        await waitForLock(own, name)
        return await holdingLock(own, name, work)
      }),
    tryWithLock: (name, work) =>
      session(async (own) => {
        const sql = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as held'
        const [row] = await own.query<{ held: boolean }>(sql, [name])
        if (!row?.held) return { isHeld: false }
        return { isHeld: true, value: await holdingLock(own, name, work) }
      }),
    close: () => pool.end(),
  }
}

// After a failure nobody knows what a connection still has in flight or set (a transaction, a
// lock, a timeout): it is closed, which undoes all of that, and the pool opens another.
async function withConnection<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await translated(pool.connect())
  let isBroken = false
  try {
    return await work(client)
  } catch (error) {
    isBroken = true
    throw error
  } finally {
    client.release(isBroken)
  }
}
