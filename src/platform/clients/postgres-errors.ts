import pg from 'pg'
import { ApiError } from '../errors.ts'

/**
 * SQLSTATE classes and codes that mean "the server cannot serve now", not "the statement is
 * wrong" (PostgreSQL manual, appendix A): 08 connection, 28 login, 3D no such database,
 * 53 out of connections, memory or disk, 57 cancelled (statement timeout), shutdown or start-up,
 * 58 system error, 25006 a server that became read-only, 40 aborted by a concurrent transaction,
 * 55P03 lock not available in time.
 */
const UNAVAILABLE = /^(08|28|3D|53|57|58|40)|^(25006|55P03)$/

/** SQLSTATE of an error Postgres raised, or undefined for any other error. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined

/**
 * The error to throw for a failed statement: ApiError StoreUnavailable, with the cause kept for
 * the log, when the store is away or overloaded; otherwise the error itself, which is our defect.
 * The driver's own errors (connection lost, no connection in time) carry no code, so what is
 * neither Postgres's answer nor a misuse of the driver counts as a lost connection.
 */
export function translatePostgresError(error: unknown): unknown {
  if (error instanceof ApiError) return error
  if (error instanceof pg.DatabaseError) {
    return UNAVAILABLE.test(error.code ?? '') ? storeUnavailable(error) : error
  }
  const isMisuse = error instanceof TypeError || error instanceof RangeError
  return error instanceof Error && !isMisuse ? storeUnavailable(error) : error
}

// Five seconds: about the time a restarted server needs to take connections again.
const storeUnavailable = (cause: Error) =>
  new ApiError('StoreUnavailable', { cause, retryAfterSeconds: 5 })
