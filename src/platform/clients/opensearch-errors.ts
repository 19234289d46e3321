import { errors } from '@opensearch-project/opensearch'
import { ApiError } from '../errors.ts'

type EngineError = { type?: string; root_cause?: { type?: string }[]; caused_by?: EngineError }

/** The engine's error types for an index or alias that is absent or closed. */
const NOT_READY = new Set(['index_not_found_exception', 'index_closed_exception'])

/** Rejections of requests that may succeed later: full queues, memory, disk. */
const BUSY = new Set([
  'rejected_execution_exception',
  'circuit_breaking_exception',
  'cluster_block_exception',
  'no_shard_available_action_exception',
])

/**
 * Returns the error to throw for a failed call: IndexNotReady for a missing index, InvalidRequest
 * for an unreadable body, SearchUnavailable for an engine that is down, silent, overloaded, or
 * replaced by another server. Each keeps its cause for the log. Other errors are our own defects
 * and stay unchanged.
 */
export function translateOpenSearchError(error: unknown): unknown {
  if (error instanceof ApiError) return error
  if (error instanceof errors.ResponseError) {
    return translateEngineError(error.statusCode, error.body?.error, error)
  }
  const isAway =
    error instanceof errors.ConnectionError ||
    error instanceof errors.TimeoutError ||
    error instanceof errors.NoLivingConnectionsError ||
    // A proxy's page, or a truncated response.
    error instanceof errors.DeserializationError
  return isAway ? searchUnavailable(error) : error
}

/** Translates the error of one response in a multi-search, which does not fail the call. */
export function translateEngineError(
  status: number,
  reason: EngineError | string | undefined,
  cause: unknown,
): unknown {
  const types = typesOf(reason)
  // The engine's errors have types, so a proxy or another server responded.
  if (types.length === 0) return searchUnavailable(cause)
  if (types.some((type) => NOT_READY.has(type))) {
    return new ApiError('IndexNotReady', { cause, retryAfterSeconds: 60 })
  }
  // More clauses or buckets than the engine allows: our defect, which every retry repeats.
  if (types.some((type) => type.startsWith('too_many_'))) return cause
  if (status === 429 || status >= 500 || types.some((type) => BUSY.has(type))) {
    return searchUnavailable(cause)
  }
  // A rejected login is a fault of the service's settings, not of the client.
  if (status === 401 || status === 403) return searchUnavailable(cause)
  if (status === 400) return new ApiError('InvalidRequest', { cause })
  return cause
}

/**
 * Returns true if the engine rejected a whole call because its queues or memory are full, which
 * passes in seconds.
 */
export const isOverload = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.cause instanceof errors.ResponseError &&
  error.cause.statusCode === 429

function typesOf(reason: EngineError | string | undefined): string[] {
  if (reason === undefined || typeof reason === 'string') return []
  const types = [reason.type, ...(reason.root_cause ?? []).map((root) => root.type)]
  // The limit on clauses is exceeded while a query is built; the error is nested in its
  // query_shard_exception.
  return [...types.filter((type) => type !== undefined), ...typesOf(reason.caused_by)]
}

// An overloaded queue drains within five seconds; a restarted node takes 15.
export const searchUnavailable = (cause: unknown) =>
  new ApiError('SearchUnavailable', { cause, retryAfterSeconds: 5 })
