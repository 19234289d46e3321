import pg from 'pg'
import { ApiError } from '../errors.ts'

/**
 * SQLSTATE classes and codes for a server that cannot serve now (PostgreSQL manual, appendix A): 08
 * connection, 28 login, 3D no such database, 53 out of connections, memory, or disk, 57 canceled
 * (statement timeout), shutdown, or start-up, 58 system error, 25006 read-only server, 40 aborted
 * by a concurrent transaction, 55P03 lock not available in time.
 */
const UNAVAILABLE = /^(08|28|3D|53|57|58|40)|^(25006|55P03)$/

/** Returns the SQLSTATE of an error from Postgres; undefined for other errors. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined

/**
 * Returns the error to throw for a failed statement: ApiError StoreUnavailable, with its cause for
 * the log, if the store is down or overloaded; otherwise the error itself, which is our own defect.
 * The driver's errors for lost connections have no code. Therefore any error that is neither
 * Postgres's nor a misuse of the driver counts as a lost connection.
 */
export function translatePostgresError(error: unknown): unknown {
  if (error instanceof ApiError) return error
  if (error instanceof pg.DatabaseError) {
    return UNAVAILABLE.test(error.code ?? '') ? storeUnavailable(error) : error
  }
  const isMisuse = error instanceof TypeError || error instanceof RangeError
  return error instanceof Error && !isMisuse ? storeUnavailable(error) : error
}

// Five seconds: about the time until a restarted server accepts connections.
const storeUnavailable = (cause: Error) =>
  new ApiError('StoreUnavailable', { cause, retryAfterSeconds: 5 })
