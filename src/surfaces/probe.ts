import { setTimeout as delay } from 'node:timers/promises'
import { ApiError, type ErrorCode } from '../errors.ts'

/**
 * How long a probe waits for a part of the service. Balancers give up after two to five seconds
 * and then know nothing; a part that works answers in milliseconds.
 */
const PROBE_LIMIT_MS = 2_000

/** The check's own outcome, or an ApiError of that code when it is silent for two seconds. */
export async function probe<T>(check: Promise<T>, silent: ErrorCode): Promise<T> {
  const limit = new AbortController()
  const silence = delay(PROBE_LIMIT_MS, undefined, { signal: limit.signal }).then(() => {
    const cause = new Error(`No answer came within ${PROBE_LIMIT_MS} ms.`)
    throw new ApiError(silent, { cause, retryAfterSeconds: 5 })
  })
  try {
    return await Promise.race([check, silence])
  } finally {
    limit.abort()
  }
}
