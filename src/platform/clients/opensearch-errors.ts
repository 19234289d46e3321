import { errors } from '@opensearch-project/opensearch'
import { ApiError } from '../errors.ts'

type EngineError = { type?: string; root_cause?: { type?: string }[]; caused_by?: EngineError }

/** Types the engine gives to an index or alias that is not there or not open. */
const NOT_READY = new Set(['index_not_found_exception', 'index_closed_exception'])

/** Refusals of a request that would be answered at another time: full queues, memory, disk. */
const BUSY = new Set([
  'rejected_execution_exception',
  'circuit_breaking_exception',
  'cluster_block_exception',
  'no_shard_available_action_exception',
])

/**
 * The error to throw for a failed call: IndexNotReady for a missing index, InvalidRequest for a
 * body the engine could not read, SearchUnavailable for an engine that is away, silent, overloaded
 * or replaced by another server; each keeps its cause for the log. Anything else is our defect and stays as it is.
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
    // A proxy's page, or an answer cut off half-way.
    error instanceof errors.DeserializationError
  return isAway ? searchUnavailable(error) : error
}

/** The same for one answer inside a multi-search, which fails without failing the call. */
export function translateEngineError(
  status: number,
  reason: EngineError | string | undefined,
  cause: unknown,
): unknown {
  const types = typesOf(reason)
  // The engine gives every refusal a type: a proxy or another server answered.
  if (types.length === 0) return searchUnavailable(cause)
  if (types.some((type) => NOT_READY.has(type))) {
    return new ApiError('IndexNotReady', { cause, retryAfterSeconds: 60 })
  }
  // More clauses or buckets than the engine takes: our defect, which repeats with every try.
  if (types.some((type) => type.startsWith('too_many_'))) return cause
  if (status === 429 || status >= 500 || types.some((type) => BUSY.has(type))) {
    return searchUnavailable(cause)
  }
  // Login refused: the service is set up wrongly, which is no fault of the client.
  if (status === 401 || status === 403) return searchUnavailable(cause)
  if (status === 400) return new ApiError('InvalidRequest', { cause })
  return cause
}

/**
 * Whether the engine refused a whole call because its queues or memory are full; some seconds
 * later it takes the same call.
 */
export const isOverload = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.cause instanceof errors.ResponseError &&
  error.cause.statusCode === 429

function typesOf(reason: EngineError | string | undefined): string[] {
  if (reason === undefined || typeof reason === 'string') return []
  const types = [reason.type, ...(reason.root_cause ?? []).map((root) => root.type)]
  // Too many clauses are found while a query is made, and stand below its query_shard_exception.
  return [...types.filter((type) => type !== undefined), ...typesOf(reason.caused_by)]
}

// Five seconds: an overloaded queue empties in that time, and a restarted node is back in 15.
export const searchUnavailable = (cause: unknown) =>
  new ApiError('SearchUnavailable', { cause, retryAfterSeconds: 5 })
