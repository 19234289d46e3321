import pg from 'pg'
import { type Breaker, createBreaker } from './breaker.ts'
import { openCopy } from './postgres-copy.ts'
import { sqlState, translatePostgresError } from './postgres-errors.ts'
import {
  holdingLock,
  inTransaction,
  readBatches,
  readValue,
  type Session,
  type Snapshot,
  type SqlValue,
  sessionOn,
  types,
  waitForLock,
} from './postgres-session.ts'

export { readValue, type Session, type Snapshot, type SqlValue }

export type PostgresOptions = {
  /** `postgres://user:password@host:port/database` */
  url: string
  /** PEM of the authority that signed the server's certificate; it makes TLS mandatory. */
  ca?: string | undefined
  /** Maximum number of connections; 10 keeps several processes below a server's usual 100. */
  maxConnections?: number
  /** Timeout of one statement; 0 for loads and reindexing. */
  statementTimeoutMs?: number
  /** Shared by a server's pools; while it is open, statements and connections fail at once. */
  breaker?: Breaker | undefined
  /** Receives errors of idle connections that broke; the pool replaces them by itself. */
  onConnectionLost?: (error: Error) => void
}

type PoolState = { size: number; busy: number; idle: number; waiting: number }

export type ReplicaState = {
  /** Whether reads use the replica; otherwise, they use the primary. */
  isUsed: boolean
  /** For how long the primary has had what the replica lacks; undefined while it does not respond. */
  lagSeconds: number | undefined
  pool: PoolState
}

/**
 * The store. A failure that means "not now" is an ApiError StoreUnavailable; a wrong statement keeps
 * Postgres's error. `bigint` columns are numbers (dollars and counts stay far below 2^53), dates are
 * `YYYY-MM-DD`.
 */
export type Postgres = Session & {
  /** Runs `work` on a connection of its own, on the primary; use it for single statements that write. */
  session<T>(work: (session: Session) => Promise<T>): Promise<T>
  /** Runs `work` in a transaction, which is rolled back when `work` throws. */
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>
  /** Runs `work` on an unchanging view of the store, for reads only. */
  snapshot<T>(work: (session: Snapshot) => Promise<T>): Promise<T>
  /** Waits for the advisory lock with that name and runs `work` under it. */
  withLock<T>(name: string, work: (session: Session) => Promise<T>): Promise<T>
  /** Runs `work` if the lock is free; returns `{ isHeld: false }` at once if it is not. */
  tryWithLock<T>(
    name: string,
    work: (session: Session) => Promise<T>,
  ): Promise<{ isHeld: true; value: T } | { isHeld: false }>
  /** Returns the connections of the pool, and how many callers wait for one. */
  pool(): PoolState
  /** Returns the state of the replica, if `query`, `stream`, and `snapshot` have one. */
  replica?(): ReplicaState
  close(): Promise<void>
}

/** Returns connection settings for `pg`; a CA overrides the URL's `sslmode`. */
export function connectionConfig(url: string, ca: string | undefined): pg.ClientConfig {
  if (ca === undefined) return { connectionString: url }
  const plain = new URL(url)
  for (const name of ['sslmode', 'sslrootcert', 'ssl']) plain.searchParams.delete(name)
  return { connectionString: plain.toString(), ssl: { ca, rejectUnauthorized: true } }
}

/** Longer than a busy server takes to accept a connection. */
const PROBE_MS = 1_500

/** Creates the breaker for a service's pools of one server. */
export const createPostgresBreaker = (server: { url: string; ca?: string | undefined }): Breaker =>
  createBreaker('StoreUnavailable', () => probeServer(server.url, server.ca))

/**
 * Throws unless the server responds on a new connection, even with an error such as a bad login.
 */
async function probeServer(url: string, ca: string | undefined): Promise<void> {
  const limits = { connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS }
  const client = new pg.Client({ ...connectionConfig(url, ca), ...limits })
  client.on('error', () => undefined)
  try {
    await client.connect()
    // A proxy such as PgBouncer accepts connections itself.
    await client.query('select 1')
  } catch (error) {
    const state = sqlState(error)
    // Class 57: the server is starting or shutting down.
    if (state === undefined || state.startsWith('57')) throw error
  } finally {
    client.end().catch(() => undefined)
  }
}

const NO_BREAKER: Pick<Breaker, 'guard' | 'suspect'> = {
  guard: (call) => call(),
  suspect: () => undefined,
}

/** Opens a pool, which connects on first use. */
export function createPostgres(options: PostgresOptions): Postgres {
  const { maxConnections = 10, statementTimeoutMs = 10_000, breaker } = options
  const { guard, suspect } = breaker ?? NO_BREAKER
  const pool = new pg.Pool({
    ...connectionConfig(options.url, options.ca),
    types,
    max: maxConnections,
    // Longer than a busy server takes to accept a connection, and shorter than a client waits. It
    // also limits the wait for a free connection; clients never wait for a load.
    connectionTimeoutMillis: breaker ? 2_000 : 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: statementTimeoutMs,
    application_name: 'nonprofit-research-service',
  })
  pool.on('error', (error) => options.onConnectionLost?.(error))
  // A connection may break between statements, batches, or writes; without a listener, the event
  // would end the process. The next operation on it fails.
  pool.on('connect', (client) => client.on('error', () => undefined))
  // A failed network may have dropped connections, on which the next statement would wait.
  breaker?.onChange((failure) => {
    if (failure) closeIdle(pool)
  })
  // The server cancels first; this timeout covers a server that stopped responding.
  const silenceMs = statementTimeoutMs > 0 ? statementTimeoutMs + 2_000 : 0

  const connect = async (): Promise<pg.PoolClient> => {
    let connecting: Promise<pg.PoolClient> | undefined
    try {
      return await guard(() => {
        connecting = pool.connect()
        return connecting
      })
    } catch (error) {
      // If the connection opens after all, it returns to the pool.
      connecting?.then(
        (late) => late.release(),
        () => undefined,
      )
      suspect()
      throw translatePostgresError(error)
    }
  }
  const session = async <T>(work: (session: Snapshot) => Promise<T>): Promise<T> => {
    const client = await connect()
    let isBroken = false
    try {
      return await work(sessionOn(client, silenceMs, guard))
    } catch (error) {
      // After a failure, a connection may still have a statement, a transaction, a lock, or a
      // timeout. Closing it ends all of them, and the pool opens another.
      isBroken = true
      throw error
    } finally {
      client.release(isBroken)
    }
  }

  return {
    query: (sql, values) => session((own) => own.query(sql, values)),
    copyFrom: (sql) =>
      openCopy(sql, async () => {
        const client = await connect()
        return { client, release: (failure) => client.release(failure) }
      }),
    async *stream<Row extends object>(sql: string, values?: SqlValue[], batchSize?: number) {
      const client = await connect()
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
        if (!(await readValue<boolean>(own, sql, [name]))) return { isHeld: false }
        return { isHeld: true, value: await holdingLock(own, name, work) }
      }),
    pool: () => {
      const { totalCount, idleCount: idle, waitingCount: waiting } = pool
      return { size: maxConnections, busy: totalCount - idle, idle, waiting }
    },
    close: () => pool.end(),
  }
}

// The pool has no function for this: take idle connections without returning them.
function closeIdle(pool: pg.Pool): void {
  for (let idle = pool.idleCount; idle > 0; idle -= 1) {
    pool.connect().then(
      (client) => client.release(true),
      () => undefined,
    )
  }
}
